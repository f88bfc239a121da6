package runner

import (
	"strings"
	"sync"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/fake"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// TestStrained shows that the rest is not run when processes had to end thrice for what they
// took of the machine, that it says by which method, and that workers hear of it.
func TestStrained(t *testing.T) {
	for _, g := range []spec.Ground{spec.GroundSpace, spec.GroundRest} {
		s := supervisorOf(t, journal.Header{Plan: []Spec{{ID: "a", Requirements: []string{"a"}}}}, Lab{Worker: []string{"worker"}, Canaries: suiteOfCanaries()})
		s.journal.Append(journal.Entry{Kind: journal.Opened, Target: &journal.Target{}})
		for n := range strainedMost {
			_, more := s.knows()
			if len(s.journal.Run().Fallen) > 0 {
				t.Errorf("%s falls after %d", g, n)
			}
			s.journal.Append(journal.Entry{Kind: journal.Started, Text: "a"})
			s.over(1, reports.Spec{ID: "a", Verdict: reports.Error}, spec.Footing{
				Strained: g, Kept: map[string]spec.Kept{"Register": {Calls: 2, Bytes: 100 << 20}, "Query": {Calls: 100, Bytes: 1}},
			})
			select {
			case <-more:
			default:
				t.Error("nobody hears of it")
			}
		}
		known, _ := s.knows()
		if known.Fallen[g].Spec != "a" || known.Weigh != (g == spec.GroundSpace) {
			t.Errorf("%s: %+v", g, known)
		}
		if fallen := s.journal.Run().Fallen; len(fallen) != 1 || fallen[0].Ground != string(g) {
			t.Errorf("%s: %+v", g, fallen)
		}
		if got := s.keeper(); got != "Register left 300 MiB in 6 calls" {
			t.Error(got)
		}
	}
}

// TestRest shows that goroutines which never rest are noticed when there are many, and such
// that rest are not.
func TestRest(t *testing.T) {
	for name, spins := range map[string]bool{"resting": false, "spinning": true} {
		var r rest
		var all sync.WaitGroup
		r.begin()
		begun, end := make(chan bool), make(chan struct{})
		for range 2 * busyMost { // some may wait for the collector at that moment
			all.Go(func() { fake.Waste(begun, end, spins) })
			<-begun
		}
		why := r.lost()
		close(end)
		all.Wait()
		if (why != "") != spins || spins && !strings.Contains(why, "fake.Waste") {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// TestBusy shows that a process that has no more goroutines than before is not looked at.
func TestBusy(t *testing.T) {
	var r rest
	var all sync.WaitGroup
	r.begin()
	begun, end := make(chan bool), make(chan struct{})
	defer all.Wait()
	defer close(end)
	for range busyMost - 1 {
		all.Go(func() { fake.Waste(begun, end, true) })
		<-begun
	}
	if why := r.lost(); why != "" {
		t.Error(why)
	}
}
