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
		s    Site
		want time.Duration
	}{
		{Site{}, limit},
		{Site{Missed: 2}, limit},
		{Site{Missed: 3}, limit / 10},
		{Site{Missed: 7, Met: 1}, limit / 10},
		{Site{Missed: 8}, limit / 50},
		{Site{Missed: 19}, limit / 50},
		{Site{Missed: 20}, 0},
		{Site{Missed: 20, Met: 1}, limit / 50},
		{Site{Missed: 39, Met: 39}, limit / 50},
		{Site{Missed: 40, Met: 80}, 0},
		{Site{Missed: 40, Met: 81}, limit / 50}, // one situation of several
		{Site{Missed: 8, Longest: 2 * time.Second}, 8 * time.Second},
		{Site{Missed: 8, Longest: 9 * time.Second}, limit},
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

// A guarded provider is one whose calls are those of a spec that knows sites.
type guarded struct {
	slowProvider
	traced nd2.Provider
	target *Target
	// blown has the fuses that have blown.
	blown chan string
}

func newGuarded(sites map[string]Site, patience time.Duration) guarded {
	g := guarded{
		slowProvider: slowProvider{called: make(chan struct{}, 1), answers: make(chan nd2.Status, 1)},
		target:       &Target{patience: patience, recorder: trace.NewRecorder()}, blown: make(chan string, 1),
	}
	g.target.OnStuck(func(site string, because Cause) { g.blown <- site + " because of " + because.Spec })
	g.target.Know(nil, sites)
	g.target.guard(g.target.recorder)
	g.traced = trace.Provider(g.target.recorder, g.slowProvider, "")
	return g
}

// call has a call be made; returned is closed when it has returned.
func (g guarded) call() (returned chan struct{}) {
	returned = make(chan struct{})
	go func() {
		defer close(returned)
		g.traced.ResolveAddress(nil, nil)
	}()
	<-g.called
	return returned
}

// TestFuse shows that a call is cut short where others were stuck in its method, and only
// there; one that returns is met.
func TestFuse(t *testing.T) {
	stuck := Site{Missed: missedSome, Cause: Cause{Spec: "first"}}
	g := newGuarded(map[string]Site{resolve: stuck}, time.Hour)
	g.answers <- nd2.Success
	<-g.call()
	if f := g.target.Footing(); len(f.Met) != 1 || f.Met[0] != resolve || len(f.Missed) > 0 {
		t.Errorf("a call that returns leaves %+v", f)
	}
	g = newGuarded(map[string]Site{resolve: stuck}, time.Millisecond)
	returned := g.call()
	if got := <-g.blown; got != resolve+" because of first" {
		t.Error(got)
	}
	for len(g.target.Footing().Missed) == 0 { // until half of a spec's time is over
		runtime.Gosched()
	}
	g.answers <- nd2.Success
	<-returned
	for name, sites := range map[string]map[string]Site{
		"another method":   {returnOf + "IND2Provider::OpenAdapter": stuck},
		"few were stuck":   {resolve: {Missed: missedSome - 1}},
		"some other place": {"the end of IND2Provider::ResolveAddress": stuck},
	} {
		g := newGuarded(sites, time.Hour)
		returned := g.call()
		if !g.target.footing.fuses.none() {
			t.Errorf("%s: there is a fuse", name)
		}
		g.answers <- nd2.Success
		<-returned
	}
}

// TestLeftOut shows that a spec does not make a call in which all others were stuck, unless it is
// what cleans up after it, which has a fuse.
func TestLeftOut(t *testing.T) {
	for _, begun := range []bool{false, true} {
		g := newGuarded(map[string]Site{resolve: {Missed: missedAll}}, time.Hour)
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

// TestPutOut shows that a fuse of a spec that has ended does not end another one.
func TestPutOut(t *testing.T) {
	g := newGuarded(map[string]Site{resolve: {Missed: missedSome, Longest: time.Hour}}, time.Hour)
	returned := g.call()
	if g.target.footing.fuses.none() {
		t.Error("there is no fuse")
	}
	g.target.footing.reset()
	if !g.target.footing.fuses.none() {
		t.Error("the fuse burns on")
	}
	g.answers <- nd2.Success
	<-returned
}

// TestWithin shows that the goroutine of a spec's node is told from others.
func TestWithin(t *testing.T) {
	target := &Target{}
	target.Within(context.Background(), func(context.Context) {
		there := make(chan bool)
		go func() { there <- target.footing.fuses.isHere() }()
		if !target.footing.fuses.isHere() || <-there {
			t.Error("it is not")
		}
	})
}

func (f *fuses) none() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.lit) == 0
}
