package drive

import (
	"fmt"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/ndclient"
)

// A batch repeats a call that fails, resizes, or makes something that is released at once. It must leave nothing
// behind. The driver reports it after repeats batches in a row that leave something: fewer may be an accident.
const (
	repeats    = 8
	handleEach = 0.5      // handles for each call
	memoryEach = 16 << 10 // bytes for each call
)

// isBatch reports whether a step is a batch.
func isBatch(s program.Step) bool {
	switch s.Op {
	case program.Refuse, program.Spare, program.Reject, program.Resize:
		return s.Count() >= program.Batch
	}
	return false
}

// leadingBatches counts the batches that some steps begin with.
func leadingBatches(steps []program.Step) (n int) {
	for n < len(steps) && isBatch(steps[n]) {
		n++
	}
	return n
}

// batches carries out batches in a row, and each half of them again if they leave something behind, down to a single
// one: samples take far longer than most calls.
func (d *driver) batches(steps []program.Step) {
	if len(steps) == 1 {
		d.batch(steps[0])
		return
	}
	if d.leftBehind(steps).isMuch(program.Batch) {
		half := len(steps) / 2
		d.batches(steps[:half])
		d.batches(steps[half:])
	}
}

// batch carries out a batch as long as it leaves something behind.
func (d *driver) batch(s program.Step) {
	var all growth
	for range repeats {
		left := d.leftBehind([]program.Step{s})
		if !left.isMuch(s.Count()) {
			return
		}
		all.handles += left.handles
		all.bytes += left.bytes
	}
	breaks("connector.storm", "%.0f handles and %.0f bytes were left behind by %d times: %s", all.handles,
		all.bytes, repeats*s.Count(), d.lastCall())
}

// A growth is what calls leave behind.
type growth struct{ handles, bytes float64 }

// isMuch reports whether a number of calls have left behind more than by accident.
func (g growth) isMuch(calls int) bool {
	return g.handles >= handleEach*float64(calls) || g.bytes >= memoryEach*float64(calls)
}

// leftBehind carries out batches, and returns what they leave behind together.
func (d *driver) leftBehind(steps []program.Step) growth {
	before := ndclient.Held(d.ends.End[:]...)
	for _, s := range steps {
		for range s.Count() {
			d.step(s)
		}
	}
	after := ndclient.Held(d.ends.End[:]...)
	return growth{
		handles: float64(after.Handles) - float64(before.Handles),
		bytes:   float64(after.Memory) - float64(before.Memory),
	}
}

// lastCall returns what was called last, in words.
func (d *driver) lastCall() string {
	text := d.log.text()
	if len(text) == 0 {
		return fmt.Sprint(program.Spare)
	}
	return text[len(text)-1]
}
