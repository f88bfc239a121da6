package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports/speed"
)

// The groups of measurements.
const (
	latencyGroup   = "latency"
	bandwidthGroup = "bandwidth"
	rateGroup      = "rate"
	controlGroup   = "control"
	scalingGroup   = "scaling"
	workloadGroup  = "workload"
)

// A Measurement is an entry of the table.
type Measurement struct {
	// Measurement describes the measurement, without figures.
	speed.Measurement
	// open sets it up.
	open func(*rig) (*work, error)
	// parts is how many operations one step of a work is: 2 for a message to and fro, since the
	// latency is half of its time.
	parts int
	// single says that operations are also timed singly.
	single bool
	// last says that it is taken after the others, since its objects may slow these down.
	last bool
}

// A table is built for the limits of two adapters.
type table struct {
	*grid
	rig  *rig
	list []Measurement
}

// newTable lists the measurements that a rig's adapters allow.
func newTable(r *rig, g *grid) []Measurement {
	t := &table{grid: g, rig: r}
	t.small = min(t.small, len(r.side[0].out))
	t.latencies()
	t.bandwidths()
	t.rates()
	t.controls()
	t.scalings()
	return t.list
}

func (t *table) latencies() {
	ops := []string{opSend, opWrite, opRead}
	for _, op := range ops {
		for _, size := range t.sizes {
			t.latency(transfer{op, poll, message{size: size}})
		}
	}
	for _, wait := range []string{event, port} {
		for _, op := range ops {
			for _, size := range t.few {
				t.latency(transfer{op, wait, message{size: size}})
			}
		}
	}
	most := int(t.rig.least(func(i *nd2.AdapterInfo) uint32 { return i.MaxInlineDataSize }))
	for _, op := range []string{opSend, opWrite} {
		for _, size := range t.sizes {
			if size <= most && size > 0 {
				t.latency(transfer{op, poll, message{size, nd2.Inline}})
			}
		}
	}
}

func (t *table) latency(x transfer) {
	m := Measurement{
		Measurement: speed.Measurement{Group: latencyGroup, Op: x.op, Size: x.size, Wait: x.wait, Unit: speed.Nanoseconds},
		open:        x.open, parts: 1, single: true,
	}
	m.Name = fmt.Sprintf("latency/%s/size=%d/wait=%s", strings.ToLower(x.op), x.size, x.wait)
	if x.flags&nd2.Inline != 0 {
		m.Name, m.Flags = m.Name+"/inline", []string{"inline"}
	}
	switch {
	case x.pingPong(t.rig):
		m.parts = 2
	case x.op != opRead:
		m.Flags = append(m.Flags, "to-result")
	}
	m.Unsupported = t.tooLong(x.size)
	t.list = append(t.list, m)
}

// tooLong says why an adapter can't carry messages of a size; empty if it can.
func (t *table) tooLong(size int) string {
	if size <= len(t.rig.side[0].out) {
		return ""
	}
	return fmt.Sprintf("messages and their memory have at most %d bytes", len(t.rig.side[0].out))
}

func (t *table) bandwidths() {
	for _, op := range []string{opSend, opWrite, opRead} {
		for _, size := range t.sizes {
			t.bandwidth(stream{op: op, window: t.window, message: message{size: size}})
		}
	}
	for _, size := range t.few {
		t.bandwidth(stream{op: opWrite, window: t.window, both: true, message: message{size: size}})
	}
	for _, window := range t.windows {
		for _, op := range []string{opWrite, opRead} {
			s := stream{op: op, window: window, message: message{size: t.windowed}}
			if window != t.window || !slices.Contains(t.sizes, t.windowed) {
				t.bandwidth(s)
			}
		}
	}
}

func (t *table) bandwidth(s stream) {
	if s.size == 0 { // it has no bandwidth
		return
	}
	m := Measurement{
		Measurement: speed.Measurement{
			Group: bandwidthGroup, Op: s.op, Size: s.size, Window: s.window, Unit: speed.BytesPerSec,
		},
		open: s.open, parts: 1,
	}
	m.Unsupported = t.tooLong(s.size)
	if s.window > t.rig.depth {
		m.Unsupported = fmt.Sprintf("queue pairs take at most %d requests", t.rig.depth)
	}
	m.Name = fmt.Sprintf("bandwidth/%s/size=%d/window=%d", strings.ToLower(s.op), s.size, s.window)
	if s.both {
		m.Name, m.Flags, m.parts = m.Name+"/both-ways", []string{"both-ways"}, 2
	}
	t.list = append(t.list, m)
}

func (t *table) rates() {
	for _, shared := range []bool{false, true} {
		for _, pairs := range t.pairs {
			t.rate(crowd{pairs: pairs, batch: t.batch, shared: shared, message: message{size: t.small}})
		}
	}
	for _, batch := range t.batches {
		if batch != t.batch {
			t.rate(crowd{pairs: 1, batch: batch, message: message{size: t.small}})
		}
	}
}

func (t *table) rate(c crowd) {
	m := Measurement{
		Measurement: speed.Measurement{
			Group: rateGroup, Op: opSend, Size: c.size, QueuePairs: c.pairs, Batch: c.batch, Unit: speed.OpsPerSec,
		},
		open: c.open, parts: c.pairs * c.batch,
	}
	m.Name = fmt.Sprintf("rate/send/size=%d/qps=%d/batch=%d", c.size, c.pairs, c.batch)
	m.Unsupported = t.tooMany(c)
	if c.shared {
		m.Name, m.Flags = m.Name+"/srq", []string{"srq"}
	}
	t.list = append(t.list, m)
}

// tooMany says why an adapter can't have a crowd's messages under way; empty if it can.
func (t *table) tooMany(c crowd) string {
	together := c.pairs
	if c.turns {
		together = 1
	}
	results := int(t.rig.least(func(i *nd2.AdapterInfo) uint32 { return i.MaxCompletionQueueDepth }))
	shared := int(t.rig.side[1].Info.MaxSharedReceiveQueueDepth)
	switch {
	case c.batch > t.rig.depth:
		return fmt.Sprintf("queue pairs take at most %d requests", t.rig.depth)
	case together*max(c.batch, silentMost) > results:
		return fmt.Sprintf("MaxCompletionQueueDepth is %d", results)
	case c.shared && c.pairs*c.batch > shared:
		return fmt.Sprintf("MaxSharedReceiveQueueDepth is %d", shared)
	}
	return ""
}

func (t *table) scalings() {
	for _, n := range t.connections {
		c := crowd{pairs: n, batch: scalingBatch, turns: true, message: message{size: t.small}}
		t.list = append(t.list, Measurement{
			Measurement: speed.Measurement{
				Group: scalingGroup, Op: opSend, Size: c.size, Batch: c.batch, Connections: n, Unit: speed.Nanoseconds,
				Name: fmt.Sprintf("scaling/send/size=%d/connections=%d", c.size, n), Unsupported: t.tooMany(c),
			},
			open: c.open, parts: c.batch, last: true,
		})
	}
}

// scalingBatch is how many messages a connection sends in its turn.
const scalingBatch = 16
