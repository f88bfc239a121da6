package verbs

import (
	"slices"
	"testing"
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
	if s, ok := r.take(1); !ok || s.context != 1 || r.full() {
		t.Fatalf("take: %v, %v; full %v", s, ok, r.full())
	}
	if _, ok := r.take(0); ok {
		t.Error("a request that had ended with a later one was taken")
	}
	if _, ok := r.take(4); ok {
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
			r.take(number)
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
	if s, ok := r.take(0); !ok || s.context != 2 {
		t.Errorf("%v, %v", s, ok)
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

func TestPresumed(t *testing.T) {
	r := newRing(8)
	r.push(slot{silent: true})             // which has succeeded, if it was not flushed
	r.push(slot{silent: true, late: true}) // which was not flushed
	r.push(slot{})
	var presumed []bool
	for _, s := range r.rest() {
		presumed = append(presumed, s.presumed())
	}
	if want := []bool{true, false, false}; !slices.Equal(presumed, want) {
		t.Errorf("presumed to have succeeded: %v, want %v", presumed, want)
	}
}
