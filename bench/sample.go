package bench

import (
	"slices"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/reports/speed"
)

// sampleTime is the length of a sample.
const sampleTime = 4 * time.Millisecond

// The unmeasured operations before a sample, and those timed singly after it, as parts of a sample's operations. At
// most singleMost are timed singly.
const (
	warmPart   = 8
	singlePart = 2
	singleMost = 1000
)

// How many operations are checked when a measurement begins: for short messages, and for long ones.
const (
	checks     = 32
	fewChecks  = 4
	longerThan = 4 << 10
)

// begin checks the data, and finds how many operations a sample needs.
func (p *prepared) begin(m Measurement) error {
	n := checks
	if m.Size > longerThan {
		n = fewChecks
	}
	if p.check != nil {
		for range n {
			if err := p.check(); err != nil {
				return err
			}
		}
	}
	p.fastest = time.Hour
	for n := 1; ; n *= 2 {
		took, err := p.timed(n)
		if err != nil {
			return err
		}
		if took >= p.length/4 || n >= countMost { // before that, a coarse clock may have stood still
			p.learn(n, took)
			return nil
		}
		p.worked = true
	}
}

// learn updates the speed with n operations.
func (p *prepared) learn(n int, took time.Duration) {
	p.latest = max(1, took/time.Duration(n))
	p.fastest = min(p.fastest, p.latest)
}

// within is how many operations fit into a time. It assumes that none is slower than slowest times the fastest: with
// few operations in a sample, one delay would decide the figure.
func (p *prepared) within(limit time.Duration) int {
	return int(min(max(1, limit/min(p.latest, slowest*p.fastest)), countMost))
}

// operations is how many operations a sample has. If blocks need many, it takes up to four times as long, for four
// blocks.
func (p *prepared) operations() int {
	return max(p.within(p.length), min(4*p.least, p.within(4*p.length)))
}

// slowest is how many times slower than the fastest an operation may be.
const slowest = 4

// countMost limits a sample's operations.
const countMost = 1 << 22

// timed carries out n operations, and returns their time.
func (p *prepared) timed(n int) (took time.Duration, err error) {
	err = p.times(n, func(run func() error) error {
		began := now()
		err := run()
		took += now() - began
		return err
	})
	return took, err
}

// blocksOfSample is into how many blocks a sample is divided. The fastest quarter of these decides its value, since
// a delayed block says nothing of the provider.
const blocksOfSample = 16

// blocks is the result of a sample's blocks: their operations; their time, in all, and as if each block had taken as
// long as the slowest of the fastest quarter; and both ends' processor time.
type blocks struct {
	count                    int
	took, typical, processor time.Duration
}

// inBlocks carries out about n operations, and at least one block.
func (p *prepared) inBlocks(n int) (b blocks, err error) {
	long := max(n/blocksOfSample, p.least, 1)
	each := make([]time.Duration, min(max(n/long, 1), blocksOfSample))
	for i := range each {
		err = p.times(long, func(run func() error) error {
			used, began := timeout.ProcessorTime(), now()
			err := run()
			each[i] += now() - began
			b.processor += timeout.ProcessorTime() - used
			return err
		})
		if err != nil {
			return b, err
		}
		b.took += each[i]
	}
	slices.Sort(each)
	b.count, b.typical = long*len(each), each[(len(each)-1)/4]*time.Duration(len(each))
	return b, nil
}

// sample measures once. accounted says that this process does all the work.
func (p *prepared) sample(m Measurement, accounted bool) (s Sample, err error) {
	count := p.operations()
	if err := p.times(1+count/warmPart, func(run func() error) error { return run() }); err != nil {
		return s, err
	}
	b, err := p.inBlocks(count)
	if err != nil {
		return s, err
	}
	p.learn(b.count, b.took)
	s = Sample{Name: m.Name, Operations: int64(b.count) * int64(m.parts)}
	if accounted {
		s.Processor = b.processor.Seconds()
	}
	s.Value = value(m, s.Operations, b.typical)
	if m.single {
		if s.Spread, err = p.singles(m.parts); err != nil {
			return s, err
		}
	}
	if p.check != nil {
		err = p.check()
	}
	return s, err
}

// value is a figure in the measurement's unit.
func value(m Measurement, operations int64, took time.Duration) float64 {
	seconds := max(took, 1).Seconds()
	switch m.Unit {
	case speed.BytesPerSec:
		return float64(operations) * float64(m.Size) / seconds
	case speed.OpsPerSec:
		return float64(operations) / seconds
	}
	return seconds * 1e9 / float64(operations)
}

// newHistogram returns a histogram of nanoseconds, up to an hour, to two digits.
func newHistogram() *hdrhistogram.Histogram { return hdrhistogram.New(1, int64(time.Hour), 2) }

// singles times operations singly.
func (p *prepared) singles(parts int) (spread [][2]int64, err error) {
	h := newHistogram()
	for range min(p.within(p.length/singlePart), singleMost) {
		err := p.times(1, func(run func() error) error {
			began := now()
			err := run()
			_ = h.RecordValue(max(1, int64(now()-began)/int64(parts))) // shorter than an hour
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return spreadOf(h), nil
}

// spreadOf is what a histogram has counted, as samples have it.
func spreadOf(h *hdrhistogram.Histogram) (spread [][2]int64) {
	for _, b := range h.Distribution() {
		if b.Count > 0 {
			spread = append(spread, [2]int64{b.To, b.Count})
		}
	}
	return spread
}
