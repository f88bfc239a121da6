package spec

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2"
)

// A Draw is the number from which follows what specs are given of what they leave open; see [Shape]. With one number a
// spec is given the same in every run, whatever the seed, and whatever else is run.
type Draw uint64

const (
	// Plain gives every spec the plain choice.
	Plain Draw = 0
	// Usual is the draw of runs that name none. It changes with a release only, so that an unchanged provider
	// has unchanged verdicts.
	Usual Draw = 1
)

// An Axis is something that specs leave open.
type Axis string

// The axes.
const (
	CompletionQueues Axis = "completion-queues" // two, or one for both kinds of request
	ReceiveQueue     Axis = "receive-queue"     // Receives of an end, or of a shared queue
	ReceiveDepth     Axis = "receive-depth"
	InitiatorDepth   Axis = "initiator-depth"
	ReceiveEntries   Axis = "receive-entries"
	InitiatorEntries Axis = "initiator-entries"
	PairContext      Axis = "pair-context"
	MemorySize       Axis = "memory-size"
	MemoryOffset     Axis = "memory-offset" // of a region in its page
	RegionUse        Axis = "region-use"    // a region's first use, or one after another
	WindowUse        Axis = "window-use"    // a window's first Bind, or one after longer ones
	PairUse          Axis = "pair-use"      // whether a connection's queue pairs have carried messages before
	Neighbor         Axis = "neighbor"      // whether another queue pair, which is idle, has the same queues
	ReadLimits       Axis = "read-limits"
)

const pinPrefix = "pin="

// Pin gives a spec, or those of a container, the plain choice on an axis in every draw; why is for who reads the spec.
func Pin(axis Axis, why string) ginkgo.Labels {
	if why == "" {
		panic("spec: a pin of " + string(axis) + " says why")
	}
	return ginkgo.Label(pinPrefix + string(axis))
}

// A drawing is what is drawn for one spec.
type drawing struct {
	draw   Draw
	spec   string // its id
	labels []string
}

// drawn draws one of the choices on an axis; the first choice is the plain one. A third of all specs has the plain one
// on every axis but the size's.
func drawn[T any](d drawing, axis Axis, choices ...T) T {
	if d.draw == Plain || axis != SizeAxis && d.number("plain")%3 == 0 || d.pins(axis) {
		return choices[0]
	}
	return choices[d.number(axis)%uint64(len(choices))]
}

// notifying are rules whose specs ask to be notified, besides those of Notify.
var notifying = []string{
	"cq.resize.keeps-", "qp.send.flags-combined", "adapter.createqueuepair.keeps-references",
	"adapter.createqueuepairwithsrq.keeps-references",
}

// OneQueue draws whether a queue pair has one completion queue for both kinds of request.
func OneQueue(ctx context.Context) bool {
	return drawn(targetOf(ctx).drawing, CompletionQueues, false, true)
}

// pins reports whether the spec has the plain choice in every draw: by a pin, because it asks a method that an end with
// a shared receive queue has another one for, or because it asks to be notified: a provider may complete a Notify for a
// result that was taken before.
func (d drawing) pins(axis Axis) bool {
	return slices.Contains(d.labels, pinPrefix+string(axis)) || axis == ReceiveQueue &&
		(strings.HasPrefix(d.spec, "qp.receive.") || strings.HasPrefix(d.spec, "adapter.createqueuepair.")) ||
		axis == PairUse && (strings.Contains(d.spec, "notify.") || slices.ContainsFunc(notifying, func(rule string) bool {
			return strings.HasPrefix(d.spec, rule)
		}))
}

func (d drawing) number(of Axis) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", d.draw, d.spec, of))
	return binary.BigEndian.Uint64(sum[:])
}

// Draw sets the draw of a target's specs. Without one they are plain.
func (t *Target) Draw(d Draw) { t.drawing.draw = d }
