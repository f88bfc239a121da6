package drive

import (
	"context"
	"testing"
	"time"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/judge"
	_ "github.com/ndconform/ndconform/selftest/mutant/all"
)

// between opens two providers.
func between(t *testing.T, provider, peer string) *Ends {
	t.Helper()
	open, err := Open(provider, peer)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return ends
}

// TestPeersBreach: what the peer does wrong is not held against the provider under test.
func TestPeersBreach(t *testing.T) {
	const twice = "mutant,id=overlapped.notification.pending/twice"
	for _, c := range []struct {
		provider, peer string
		found          bool
	}{{"ref", twice, false}, {twice, "ref", true}} {
		ends := between(t, c.provider, c.peer)
		if _, err := Run(t.Context(), ends, program.Generate(1, 0, program.Style{}), Options{Limit: time.Minute}); err != nil {
			t.Error(err)
		}
		if v := ends.Breach(); (v != nil) != c.found {
			t.Errorf("%s against %s: found %v", c.provider, c.peer, v)
		}
		ends.Close()
	}
}

// TestBreachIsCertain: a breach is told though the time is up, or a call does not return.
func TestBreachIsCertain(t *testing.T) {
	over, end := context.WithCancel(t.Context())
	end()
	hang := make(chan struct{})
	defer close(hang)
	for name, c := range map[string]struct {
		ctx context.Context
		Options
	}{
		"cut":  {over, Options{Limit: time.Minute}},
		"hung": {t.Context(), Options{Limit: time.Millisecond, Before: func(string, string) { <-hang }}},
	} {
		ends := between(t, "ref,adapters=2", "")
		ends.breach(judge.Finding{ID: "cq.getresults.count", Of: judge.Provider})
		out, err := Run(c.ctx, ends, program.Generate(1, 0, program.Style{}), c.Options)
		if err != nil || out.Violation == nil || out.Violation.Rules[0] != "cq.getresults.count" {
			t.Errorf("%s: %v, %v", name, out.Violation, err)
		}
	}
}
