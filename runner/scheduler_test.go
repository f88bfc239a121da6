package runner

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
)

func planOf(n int) (h journal.Header) {
	for i := range n {
		id := fmt.Sprintf("spec.%03d", i)
		h.Plan = append(h.Plan, Spec{ID: id, Requirements: []string{id}})
	}
	return h
}

func headerOf(ids ...string) (h journal.Header) {
	for _, id := range ids {
		h.Plan = append(h.Plan, Spec{ID: id, Requirements: []string{id}})
	}
	return h
}

// TestTake shows how many specs each lane's worker is given.
func TestTake(t *testing.T) {
	for _, c := range []struct {
		specs, procs int
		want         []int
	}{
		{100, 1, []int{100}},
		{100, 3, []int{34, 33, 33}},
		{3, 2, []int{2, 1}},
		{1, 4, []int{1}},
	} {
		s := supervisorOf(t, planOf(c.specs), Lab{Worker: []string{"worker"}, Procs: c.procs})
		var got []int
		for lane := range s.lanes {
			got = append(got, len(s.take(t.Context(), lane+2)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d specs, %d lanes: %v, want %v", c.specs, c.procs, got, c.want)
		}
	}
}

// TestRebalance shows that a worker is asked to leave its specs if a lane has nothing to do, and
// only if it would take long with them.
func TestRebalance(t *testing.T) {
	for _, c := range []struct {
		waiting int
		opening time.Duration
		want    bool
	}{{0, time.Millisecond, false}, {1, time.Millisecond, true}, {1, time.Minute, false}} {
		s := supervisorOf(t, planOf(2), Lab{Worker: []string{"worker"}, Procs: 2})
		s.waiting = c.waiting
		s.working = map[int]*lane{2: {}, 3: {opening: c.opening, left: 11, since: time.Now().Add(-10 * time.Second)}}
		_, more := s.controlFor(3)
		s.mu.Lock()
		s.ended(3, "") // one more, so that it takes 10 s for each
		s.ended(3, "")
		s.mu.Unlock()
		if known, _ := s.controlFor(3); known.Yield != c.want {
			t.Errorf("%+v: asked to leave its specs: %v", c, known.Yield)
		}
		if known, _ := s.controlFor(2); known.Yield {
			t.Errorf("%+v: the other is asked", c)
		}
		if c.want {
			<-more
		}
	}
}

// TestHelp shows that a lane that has nothing to do is given half of what another one's worker
// has left.
func TestHelp(t *testing.T) {
	s := supervisorOf(t, planOf(24), Lab{Worker: []string{"worker"}, Procs: 2})
	s.take(t.Context(), 2)
	busy := s.take(t.Context(), 3)
	_, more := s.controlFor(3)
	s.working[3].since, s.working[3].done = time.Now().Add(-time.Second), 1
	helped := make(chan []Spec)
	go func() { helped <- s.take(t.Context(), 2) }()
	<-more
	p := &process{last: "some", done: true, ended: map[string]reports.Verdict{}}
	for _, one := range busy[:4] {
		p.ended[one.ID] = reports.Pass
	}
	if blocked := s.conclude(t.Context(), p, busy); blocked != nil {
		t.Error(blocked)
	}
	if own, others := len(s.take(t.Context(), 3)), len(<-helped); own != 4 || others != 4 {
		t.Errorf("%d and %d specs", own, others)
	}
}

// TestNoMore shows that a lane that waits for specs ends with the run.
func TestNoMore(t *testing.T) {
	s := supervisorOf(t, planOf(2), Lab{Worker: []string{"worker"}, Procs: 2})
	s.take(t.Context(), 2)
	s.take(t.Context(), 3)
	ctx, stop := context.WithCancel(t.Context())
	defer context.AfterFunc(ctx, s.wake)()
	given := make(chan []Spec)
	go func() { given <- s.take(ctx, 2) }()
	stop()
	if specs := <-given; len(specs) > 0 {
		t.Errorf("it is given %v", specs)
	}
}
