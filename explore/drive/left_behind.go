package drive

import (
	"fmt"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/ndclient"
)

// A batch is a call that is made again and again: one that fails, or that makes what is released at once. It must
// leave nothing behind. One batch that does may be an accident, and as many as batches in a row are none.
const (
	batches    = 8
	handleEach = 0.5      // handles for each call
	memoryEach = 16 << 10 // bytes for each call
)

// isBatch reports whether a step is a batch.
func isBatch(s program.Step) bool {
	switch s.Op {
	case program.Refuse, program.Spare, program.Reject:
		return s.Count() >= program.Batch
	}
	return false
}

// batch carries out a batch, and repeats it as long as it leaves something behind.
func (d *driver) batch(s program.Step) *model.Violation {
	handles, bytes := 0.0, 0.0
	for range batches {
		before := ndclient.Held(d.ends.End[:]...)
		for range s.Count() {
			if v := d.step(s); v != nil {
				return v
			}
		}
		after := ndclient.Held(d.ends.End[:]...)
		handles += float64(after.Handles) - float64(before.Handles)
		bytes += float64(after.Memory) - float64(before.Memory)
		count := float64(s.Count())
		if float64(after.Handles)-float64(before.Handles) < handleEach*count &&
			float64(after.Memory)-float64(before.Memory) < memoryEach*count {
			return nil
		}
	}
	return model.Violates("connector.storm", "nothing to be left behind by calls that fail or by what is released",
		"%.0f handles and %.0f bytes were left behind by %d times: %s", handles, bytes, batches*s.Count(), d.lastCall())
}

// lastCall returns what was called last, in words.
func (d *driver) lastCall() string {
	text := d.log.text()
	if len(text) == 0 {
		return fmt.Sprint(program.Spare)
	}
	return text[len(text)-1]
}
