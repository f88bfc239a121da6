package drive

import (
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// A silentProvider returns from ResolveAddress when it is told to.
type silentProvider struct {
	nd2.Provider
	returns chan struct{}
}

func (p silentProvider) ResolveAddress([]byte, *uint64) nd2.Status {
	<-p.returns
	return nd2.Success
}

// calling returns a driver, and what its judge sees calls of.
func calling(returns chan struct{}) (*driver, nd2.Provider) {
	k := judge.New(nil)
	ends := &Ends{judging: judging{judges: []*judge.Checker{k}}}
	d := &driver{Options: Options{Limit: time.Millisecond}, ends: ends}
	return d, k.Around(silentProvider{returns: returns}, (*calls.Call).Proceed)
}

func TestACallThatDoesNotReturnIsNamed(t *testing.T) {
	returns := make(chan struct{})
	defer close(returns)
	d, provider := calling(returns)
	for range 2 {
		go provider.ResolveAddress(nil, nil)
	}
	v := d.stuck(make(chan struct{}))
	if v == nil || strings.Join(v.Rules, " ") != "provider.resolveaddress.nd-success" ||
		strings.Count(v.Seen, "provider1.ResolveAddress") != 2 {
		t.Errorf("%v", v)
	}
}

// As long as calls return, and while nobody is in one, nothing is stuck.
func TestNothingIsStuckThatGoesOn(t *testing.T) {
	returns := make(chan struct{})
	close(returns)
	d, provider := calling(returns)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for began := time.Now(); time.Since(began) < 2*leastStuck; {
			provider.ResolveAddress(nil, new(uint64))
		}
	}()
	if v := d.stuck(done); v != nil {
		t.Error(v)
	}
	idle := make(chan struct{})
	time.AfterFunc(2*leastStuck, func() { close(idle) })
	if v := d.stuck(idle); v != nil {
		t.Error(v)
	}
}
