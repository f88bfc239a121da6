package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// laned resolves a step of a lane.
func (w *World) laned(lane int, op program.Op, target, seed uint64) *Call {
	return w.ResolveConcurrent(program.Step{Op: op, Bits: seed<<16 | target, Lane: lane})
}

func TestOneLaneUsesAConnectionBetweenBarriers(t *testing.T) {
	w := connectedWorld(2, 0)
	w.BeginBlock()
	if w.laned(0, program.Receive, 0, 1) == nil || w.laned(0, program.Receive, 1, 2) == nil {
		t.Error("a lane can't use both ends of its connection")
	}
	if w.laned(1, program.Receive, 0, 3) != nil {
		t.Error("another lane uses it beside the first")
	}
	if w.laned(1, program.Receive, 2, 4) == nil {
		t.Error("another lane can't use another connection")
	}
	w.EndBlock()
	w.BeginBlock()
	if w.laned(1, program.Receive, 0, 5) == nil {
		t.Error("after a barrier another lane can't use it")
	}
	w.EndBlock()
}

func TestLanesTakeTheResultsOfAQueueTogether(t *testing.T) {
	w := connectedWorld(1, 0)
	w.BeginBlock()
	first := w.laned(0, program.Results, 0, 1)
	if same := w.laned(1, program.Results, 0, 1); first == nil || same == nil || same.Queue != first.Queue {
		t.Error("another lane can't take results beside it")
	}
	if w.laned(1, program.Notify, 0, 1) == nil {
		t.Error("another lane can't ask for a notification beside it")
	}
	w.EndBlock()
}

// Lanes that post Receives to a shared queue do so in an order that nobody knows, so that one lane takes
// their results.
func TestOneLaneTakesTheResultsOfASharedQueue(t *testing.T) {
	w := connectedWorld(2, 4)
	w.BeginBlock()
	for seed := range uint64(20) {
		first := w.laned(0, program.Results, 0, seed)
		if first == nil || !w.takesShared(0, first.Queue) {
			continue
		}
		if w.laned(1, program.Results, 0, seed) != nil {
			t.Error("another lane takes results beside it")
		}
		return
	}
	t.Error("no queue takes results of the shared queue's Receives")
}

// Of a Resize beside posts, the posts keep to what holds before it and after it.
func TestPostsBesideAResizeKeepToTheSmallerDepth(t *testing.T) {
	for seed := range uint64(50) {
		w := connectedWorld(1, 0)
		w.BeginBlock()
		c := w.laned(0, program.Resize, 0, seed)
		q := w.ends[0].queues[c.Queue]
		if q.depth > min(c.Depth, w.Config.Queue) {
			t.Fatalf("posts beside it count on a depth of %d", q.depth)
		}
		w.EndBlock()
		if q.depth != c.Depth {
			t.Fatalf("afterwards the depth is %d, and not %d", q.depth, c.Depth)
		}
		if v := w.Returned(c, nd2.InsufficientResources); v != nil || q.depth != w.Config.Queue {
			t.Fatalf("a refused Resize leaves a depth of %d: %v", q.depth, v)
		}
	}
}

// Nobody knows the order of Receives that two lanes post to a shared queue.
func TestReceivesOfTwoLanesHaveNoOrder(t *testing.T) {
	w := connectedWorld(4, 16)
	before := w.do(program.Receive, 2, wishSmall, 1)
	w.BeginBlock()
	a, b := w.laned(0, program.Receive, 2, 2), w.laned(1, program.Receive, 6, 3)
	w.EndBlock()
	after := w.do(program.Receive, 2, wishSmall, 4)
	if before == nil || a == nil || b == nil || after == nil {
		t.Fatal("a Receive can't be posted")
	}
	if a.request.order != b.request.order || before.request.order >= a.request.order ||
		a.request.order >= after.request.order {
		t.Errorf("%d, %d beside %d, %d", before.request.order, a.request.order, b.request.order, after.request.order)
	}
}
