package spec

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2"
)

// A Draw is the number from which follows what specs are given of what they leave open; see [Shape]. With one number a
// spec is given the same in every run, whatever the seed, and whatever else is run.
type Draw uint64

// Plain gives every spec the plain choice.
const Plain Draw = 0

const pinPrefix = "pin="

// Pin gives a spec, or those of a container, the plain choice on an axis in every draw; why is for who reads the spec.
func Pin(axis Axis, why string) ginkgo.Labels {
	if why == "" {
		panic("spec: a pin of " + string(axis) + " says why")
	}
	return ginkgo.Label(pinPrefix + string(axis))
}

// A drawing decides what one spec is given.
type drawing struct {
	draw   Draw
	set    map[Axis]uint64 // by hand
	spec   string          // its id
	labels []string
}

// pick draws one of the choices on an axis, of which the first is the plain one. A third of all specs has the plain
// one on every axis but the size's.
func (d drawing) pick(axis Axis, choices []choice) uint64 {
	n, set := d.set[axis]
	switch {
	case d.pins(axis):
		return choices[0].number
	case set:
		return n
	case d.draw == Plain || axis != SizeAxis && d.number("plain")%3 == 0:
		return choices[0].number
	}
	return choices[d.number(axis)%uint64(len(choices))].number
}

// drawn returns what the running spec is given on an axis, and notes it unless it is plain.
func (t *Target) drawn(axis Axis) uint64 { return t.drawnUpTo(axis, math.MaxUint64) }

// drawnUpTo is drawn where an adapter has most.
func (t *Target) drawnUpTo(axis Axis, most uint64) uint64 {
	c := choicesOn(axis)
	n := min(t.drawing.pick(axis, c.list), most)
	t.note(c, n, min(c.list[0].number, most))
	return n
}

// orDrawn sets a field of a shape that says nothing to what is drawn on an axis, within limits.
func orDrawn(t *Target, field *uint32, axis Axis, limits ...uint32) {
	if *field == 0 {
		*field = uint32(t.drawnUpTo(axis, uint64(slices.Min(limits))))
	}
}

// note notes what the running spec is given first on an axis, unless that is the plain choice. No lock is held: a spec
// that was given up may still run.
func (t *Target) note(c Choices, n, plain uint64) {
	given := string(c.Axis) + "=" + c.word(max(n, c.least))
	for n != plain {
		old, list := t.given.Load(), given
		if old != nil {
			list = *old + "," + given
		}
		if old != nil && strings.Contains(","+*old, ","+string(c.Axis)+"=") {
			return
		}
		if t.given.CompareAndSwap(old, &list) {
			if t.onGiven != nil {
				t.onGiven(list)
			}
			return
		}
	}
}

// Given says what the running spec was given that is not plain, as --shape is told it, or nothing.
func (t *Target) Given() string {
	if given := t.given.Load(); given != nil {
		return *given
	}
	return ""
}

// OnGiven has f called with what [Target.Given] returns whenever that changes: the process may not come to its end.
func (t *Target) OnGiven(f func(given string)) { t.onGiven = f }

// notifying are rules whose specs ask to be notified, besides those of Notify.
var notifying = []string{
	"cq.resize.keeps-", "qp.send.flags-combined", "adapter.createqueuepair.keeps-references",
	"adapter.createqueuepairwithsrq.keeps-references",
}

// OneQueue draws whether a queue pair has one completion queue for both kinds of request.
func OneQueue(ctx context.Context) bool {
	return targetOf(ctx).drawn(CompletionQueues) != 0
}

// Random returns numbers that follow from the spec and the draw, and are the same whatever the seed.
func Random(ctx context.Context) *rand.Rand {
	return rand.New(rand.NewPCG(targetOf(ctx).drawing.number("random"), 0))
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

// Draw sets the draw of a target's specs, and what they are given by hand, as in "receive-depth=8,size=9". Without
// either they are plain.
func (t *Target) Draw(d Draw, shape string) {
	t.drawing = drawing{draw: d, set: map[Axis]uint64{}}
	for _, word := range strings.Split(shape, ",") {
		key, value, _ := strings.Cut(word, "=")
		for _, c := range Axes {
			if n, ok := c.number(value); ok && string(c.Axis) == key {
				t.drawing.set[c.Axis] = n
			}
		}
	}
}
