package verbs

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

func TestRingHoldsItsDepth(t *testing.T) {
	r := newRing(4)
	for n := range uint64(4) {
		if r.full() {
			t.Fatalf("full with %d of 4", n)
		}
		if number, signaled := r.push(slot{context: uintptr(n)}); number != n || !signaled {
			t.Fatalf("request %d: number %d, signaled %v", n, number, signaled)
		}
	}
	if !r.full() {
		t.Fatal("not full with 4 of 4")
	}
	if s := taken(r, 1); len(s) != 1 || s[0].context != 1 || r.full() {
		t.Fatalf("take: %v; full %v", s, r.full())
	}
	if len(taken(r, 0)) > 0 {
		t.Error("a request that had ended with a later one was taken")
	}
	if len(taken(r, 4)) > 0 {
		t.Error("a request that was not posted was taken")
	}
	if rest := r.rest(); len(rest) != 2 || rest[0].context != 2 || len(r.rest()) != 0 {
		t.Errorf("rest: %v", rest)
	}
}

func TestRingSignalsSilentRequestsSometimes(t *testing.T) {
	r := newRing(8) // every third is signaled
	for n := range 24 {
		if r.full() {
			t.Fatalf("full after %d", n)
		}
		number, signaled := r.push(slot{silent: true})
		if want := n%3 == 2; signaled != want {
			t.Fatalf("request %d: signaled %v", n, signaled)
		}
		if signaled {
			taken(r, number)
		}
	}
}

func TestRingGivesTheBenefitOfTheDoubt(t *testing.T) {
	r := newRing(8)
	r.push(slot{silent: true})
	r.push(slot{silent: true})
	for n := range 8 {
		if r.full() {
			t.Fatalf("full with %d of 8, and two that may have ended", n)
		}
		r.push(slot{})
	}
	if !r.full() {
		t.Error("not full with 8 of 8")
	}
}

func TestRingSignalsWindows(t *testing.T) {
	r := newRing(8)
	if _, signaled := r.push(slot{silent: true, effect: 1}); !signaled {
		t.Error("a silent Bind is not signaled")
	}
}

func TestRingUndoesAPush(t *testing.T) {
	r := newRing(0)
	if !r.full() {
		t.Error("a queue for no requests is not full")
	}
	r = newRing(1)
	r.push(slot{context: 1})
	r.pop()
	if r.full() {
		t.Error("full without a request")
	}
	r.push(slot{context: 2})
	if s := taken(r, 0); len(s) != 1 || s[0].context != 2 {
		t.Errorf("%v", s)
	}
}

func TestReceiveSlots(t *testing.T) {
	var r receiveSlots
	first, second := r.put(10), r.put(20)
	if c, ok := r.take(first); !ok || c != 10 || r.used != 1 {
		t.Fatalf("%d, %v, %d used", c, ok, r.used)
	}
	if _, ok := r.take(first); ok {
		t.Error("a Receive ended twice")
	}
	if third := r.put(30); third != first {
		t.Errorf("the free slot was not used: %d", third)
	}
	if c, ok := r.take(second); !ok || c != 20 {
		t.Errorf("%d, %v", c, ok)
	}
	if _, ok := r.take(99); ok {
		t.Error("a Receive that was not posted ended")
	}
}

// siw ends a Read later than a Send that was posted after it.
func TestRingPutsSIWInOrder(t *testing.T) {
	r := newRing(8)
	r.siw = true
	for n, s := range []slot{{kind: nd2.RequestRead, silent: true}, {}, {silent: true}, {}} {
		s.context = uintptr(n)
		r.push(s)
	}
	if ended := taken(r, 1); len(ended) != 0 {
		t.Errorf("a request ended before the Read ahead of it: %v", ended)
	}
	if ended := taken(r, 0); len(ended) != 2 || ended[0].context != 0 || ended[1].context != 1 {
		t.Errorf("ended with the Read: %v", ended)
	}
	if ended := taken(r, 3); len(ended) != 1 || ended[0].context != 3 {
		t.Errorf("ended behind a silent request: %v", ended)
	}
}

func TestRingTellsWhatSIWHasNotFlushed(t *testing.T) {
	r := newRing(8)
	r.siw = true
	r.push(slot{silent: true}) // which has succeeded, or it would have been flushed
	r.push(slot{context: 1})
	r.push(slot{context: 2})
	r.take(2, ib.WCSuccess, nil)
	number, _ := r.push(slot{context: 3, silent: true})
	r.late.Store(number)
	var got []string
	for _, s := range r.rest() {
		got = append(got, fmt.Sprint(s.context, s.status))
	}
	if want := []string{
		fmt.Sprint(1, ib.WCFlushed), fmt.Sprint(2, ib.WCFlushed), // which siw has carried out first
		fmt.Sprint(3, ib.WCFlushed),
	}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// siw flushes once: what is posted between that and the news of it has no completion. Behind a
// request that has failed, or has none either, a silent one has not succeeded.
func TestRingCancelsSilentOnesBehindAFailure(t *testing.T) {
	r := newRing(8)
	r.siw = true
	for n, silent := range []bool{false, true, false, true, false} {
		r.push(slot{context: uintptr(n), silent: silent})
	}
	var got []string
	end := func(s slot) { got = append(got, fmt.Sprint(s.context, s.status)) }
	r.take(0, ib.WCFlushed, end)
	r.take(2, ib.WCFlushed, end)
	for _, s := range r.rest() {
		end(s)
	}
	var want []string
	for n := range 5 {
		want = append(want, fmt.Sprint(n, ib.WCFlushed))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func taken(r *ring, number uint64) (ended []slot) {
	r.take(number, ib.WCSuccess, func(s slot) { ended = append(ended, s) })
	return ended
}
