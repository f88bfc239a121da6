package spec

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// TestAllows shows how long a call may take by how many specs were stuck in its method, and
// that it is left out only where it never returns, or not in a good part of the specs.
func TestAllows(t *testing.T) {
	const limit = 10 * time.Second
	for _, c := range []struct {
		s    WaitPoint
		want time.Duration
	}{
		{WaitPoint{}, limit},
		{WaitPoint{TimedOut: 2}, limit},
		{WaitPoint{TimedOut: 3}, limit / 10},
		{WaitPoint{TimedOut: 7, Completed: 1}, limit / 10},
		{WaitPoint{TimedOut: 8}, limit / 50},
		{WaitPoint{TimedOut: 19}, limit / 50},
		{WaitPoint{TimedOut: 20}, 0},
		{WaitPoint{TimedOut: 20, Completed: 1}, limit / 50},
		{WaitPoint{TimedOut: 39, Completed: 39}, limit / 50},
		{WaitPoint{TimedOut: 40, Completed: 80}, 0},
		{WaitPoint{TimedOut: 40, Completed: 81}, limit / 50}, // one situation of several
		{WaitPoint{TimedOut: 8, Longest: 2 * time.Second}, 8 * time.Second},
		{WaitPoint{TimedOut: 8, Longest: 9 * time.Second}, limit},
	} {
		if got := c.s.Allows(limit); got != c.want {
			t.Errorf("%+v: %v, want %v", c.s, got, c.want)
		}
	}
}

// slowProvider is a provider whose ResolveAddress returns when it is told to.
type slowProvider struct {
	nd2.Provider
	called  chan struct{}
	answers chan nd2.Status
}

func (p slowProvider) ResolveAddress([]byte, *uint64) nd2.Status {
	p.called <- struct{}{}
	return <-p.answers
}

const resolve = returnOf + "IND2Provider::ResolveAddress"

// A guarded provider is one whose calls are those of a spec that knows wait points.
type guarded struct {
	slowProvider
	traced nd2.Provider
	target *Target
	// fired has the timers that have fired.
	fired chan string
}

func newGuarded(points map[string]WaitPoint, routeLimit time.Duration) guarded {
	g := guarded{
		slowProvider: slowProvider{called: make(chan struct{}, 1), answers: make(chan nd2.Status, 1)},
		target:       &Target{routeLimit: routeLimit, recorder: trace.NewRecorder()}, fired: make(chan string, 1),
	}
	g.target.OnStuck(func(point string, cause Cause) { g.fired <- point + " because of " + cause.Spec })
	g.target.Know(nil, points)
	g.target.guard(g.target.recorder)
	g.traced = trace.Provider(g.target.recorder, g.slowProvider, "")
	return g
}

// call makes a call; returned is closed when the call has returned.
func (g guarded) call() (returned chan struct{}) {
	returned = make(chan struct{})
	go func() {
		defer close(returned)
		g.traced.ResolveAddress(nil, nil)
	}()
	<-g.called
	return returned
}

// TestCallTimer shows that a call is cut short only where others were stuck in its method; a call that returns counts
// as completed.
func TestCallTimer(t *testing.T) {
	stuck := WaitPoint{TimedOut: shortenAfter, Cause: Cause{Spec: "first"}}
	g := newGuarded(map[string]WaitPoint{resolve: stuck}, time.Hour)
	g.answers <- nd2.Success
	<-g.call()
	if f := g.target.Progress(); len(f.Completed) != 1 || f.Completed[0] != resolve || len(f.TimedOut) > 0 {
		t.Errorf("a call that returns leaves %+v", f)
	}
	g = newGuarded(map[string]WaitPoint{resolve: stuck}, time.Millisecond)
	returned := g.call()
	if got := <-g.fired; got != resolve+" because of first" {
		t.Error(got)
	}
	for len(g.target.Progress().TimedOut) == 0 { // until half of a spec's time is over
		runtime.Gosched()
	}
	g.answers <- nd2.Success
	<-returned
	for name, points := range map[string]map[string]WaitPoint{
		"another method":   {returnOf + "IND2Provider::OpenAdapter": stuck},
		"few were stuck":   {resolve: {TimedOut: shortenAfter - 1}},
		"some other place": {"the end of IND2Provider::ResolveAddress": stuck},
	} {
		g := newGuarded(points, time.Hour)
		returned := g.call()
		if !g.target.progress.timers.none() {
			t.Errorf("%s: there is a timer", name)
		}
		g.answers <- nd2.Success
		<-returned
	}
}

// TestLeftOut shows that a spec does not make a call in which all others were stuck, unless it is
// what cleans up after it, which has a timer.
func TestLeftOut(t *testing.T) {
	for _, begun := range []bool{false, true} {
		g := newGuarded(map[string]WaitPoint{resolve: {TimedOut: breakAfter}}, time.Hour)
		g.target.ending.begun = begun
		made := false
		g.target.Within(context.Background(), func(context.Context) {
			g.answers <- nd2.Success
			ends(func() { g.traced.ResolveAddress(nil, nil) })
			made = len(g.called) > 0
		})
		if made != begun {
			t.Errorf("at its end %t: the call is made %t", begun, made)
		}
	}
}

// TestStopTimers shows that a timer of a spec that has ended does not end another one.
func TestStopTimers(t *testing.T) {
	g := newGuarded(map[string]WaitPoint{resolve: {TimedOut: shortenAfter, Longest: time.Hour}}, time.Hour)
	returned := g.call()
	if g.target.progress.timers.none() {
		t.Error("there is no timer")
	}
	g.target.progress.reset()
	if !g.target.progress.timers.none() {
		t.Error("the timer runs on")
	}
	g.answers <- nd2.Success
	<-returned
}

// TestWithin shows that the goroutine of a spec's node is told from others.
func TestWithin(t *testing.T) {
	target := &Target{}
	target.Within(context.Background(), func(context.Context) {
		there := make(chan bool)
		go func() { there <- target.progress.timers.onSpecGoroutine() }()
		if !target.progress.timers.onSpecGoroutine() || <-there {
			t.Error("it is not")
		}
	})
}

func (t *callTimers) none() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.running) == 0
}
