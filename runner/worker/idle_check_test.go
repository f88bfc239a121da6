package worker

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/fake"
	"github.com/ndconform/ndconform/spec"
)

// TestRest shows that goroutines which never rest are noticed when there are many, and such
// that rest are not.
func TestRest(t *testing.T) {
	for name, spins := range map[string]bool{"resting": false, "spinning": true} {
		var r idleCheck
		var all sync.WaitGroup
		r.begin()
		r.grown = true
		begun, end := make(chan bool), make(chan struct{})
		for range 2 * busyMost { // some may wait for the collector at that moment
			all.Go(func() { fake.Waste(begun, end, spins) })
			<-begun
		}
		why := r.busy()
		close(end)
		all.Wait()
		if (why != "") != spins || spins && !strings.Contains(why, "fake.Waste") {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// TestPollingThreads shows that a provider may start many threads that poll, once, and that the same
// number once more is noticed.
func TestPollingThreads(t *testing.T) {
	var r idleCheck
	var all sync.WaitGroup
	r.begin()
	begun, end := make(chan bool), make(chan struct{})
	for _, noticed := range []bool{false, true} {
		for range 2 * busyMost {
			all.Go(func() { fake.Waste(begun, end, true) })
			<-begun
		}
		if why := r.busy(); (why != "") != noticed {
			t.Errorf("noticed %v: %q", noticed, why)
		}
	}
	close(end)
	all.Wait()
}

// TestNoSpecRunsBesideWhatNeverRests shows that a spec after which there is more and more that never
// rests is an error, that it slows those that follow, and that its process is left; but not
// where each spec is judged by itself.
func TestNoSpecRunsBesideWhatNeverRests(t *testing.T) {
	for _, breaker := range []bool{true, false} {
		var sent Event
		left := false
		w := newWorker(t.Context(), Batch{Specs: []string{"a"}, Breaker: breaker, TimeoutScale: 1}, nil, func(e Event) {
			sent = e
		}, func() { left = true })
		w.target = &spec.Target{}
		w.idle.begin()
		w.idle.grown = true
		w.idle.taken = alwaysMore()
		var all sync.WaitGroup
		begun, end := make(chan bool), make(chan struct{})
		for range 2 * busyMost {
			all.Go(func() { fake.Waste(begun, end, true) })
			<-begun
		}
		w.end(types.SpecReport{State: types.SpecStatePassed, LeafNodeLabels: []string{"a"}})
		close(end)
		all.Wait()
		want, overused := reports.Pass, spec.Prerequisite("")
		if breaker {
			want, overused = reports.Error, spec.PrerequisiteIdleProcessors
		}
		if sent.Spec.Verdict != want || sent.Progress.Overused != overused || left != breaker {
			t.Errorf("breaker %v: %s, overused %q, left %v: %s", breaker, sent.Spec.Verdict, sent.Progress.Overused, left,
				sent.Spec.Message)
		}
	}
}

// alwaysMore is a process that takes an hour of the processors from look to look.
func alwaysMore() func() time.Duration {
	var taken time.Duration
	return func() time.Duration {
		taken += time.Hour
		return taken
	}
}

// TestWhoDoesNotComeToIt shows that nothing is held against goroutines that would never rest and
// take nothing of the processors, since others have those.
func TestWhoDoesNotComeToIt(t *testing.T) {
	var r idleCheck
	var all sync.WaitGroup
	r.begin()
	r.grown = true
	begun, end := make(chan bool), make(chan struct{})
	for range 2 * busyMost {
		all.Go(func() { fake.Waste(begun, end, true) })
		<-begun
	}
	looks := 0
	r.taken = func() time.Duration {
		looks++
		if looks == 3 { // the first is before all looks
			close(end)
			all.Wait()
		}
		return time.Hour
	}
	if why := r.busy(); why != "" {
		t.Error(why)
	}
}

// TestLookedAtOnce shows that a process that has more goroutines than before is looked at once.
func TestLookedAtOnce(t *testing.T) {
	var r idleCheck
	var all sync.WaitGroup
	r.begin()
	r.grown = true
	begun, end := make(chan bool), make(chan struct{})
	defer all.Wait()
	defer close(end)
	for range 2 * busyMost {
		all.Go(func() { fake.Waste(begun, end, false) })
		<-begun
	}
	looks := 0
	r.taken = func() time.Duration {
		looks++
		return 0
	}
	for n := range 2 {
		r.busy()
		if looks == 0 {
			t.Error("it is not looked at")
		}
		if n == 0 {
			looks = 1
		}
	}
	if looks != 1 {
		t.Error("it is looked at again, and has no more of them")
	}
}

// TestBusy shows that a process that has no more goroutines than before is not looked at.
func TestBusy(t *testing.T) {
	var r idleCheck
	var all sync.WaitGroup
	r.begin()
	r.taken = func() time.Duration {
		t.Error("it is looked at")
		return 0
	}
	begun, end := make(chan bool), make(chan struct{})
	defer all.Wait()
	defer close(end)
	for range busyMost - 1 {
		all.Go(func() { fake.Waste(begun, end, true) })
		<-begun
	}
	if why := r.busy(); why != "" {
		t.Error(why)
	}
}
