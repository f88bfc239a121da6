package worker

import (
	"fmt"
	"slices"
	"time"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

const (
	// slowParts: a call that takes a slowParts-th of a spec's time or longer is
	// slow, since a spec makes dozens of calls.
	slowParts = 50
	// slowLeast is how many such calls it takes to call a provider slow, and not
	// just busy with one thing.
	slowLeast = 3
	// slowMethods is of how many methods they must be: where one is slow, more time for all is no
	// help.
	slowMethods = 2
	// readyParts: a call should take no more than a readyParts-th of a spec's time.
	readyParts = 100
)

// typicalLatency returns how long a typical call takes, if most of the time goes into slow calls of
// several methods, and zero otherwise; slow is how many there are. A call that has not returned, or
// was asked to wait, says nothing of the others.
func typicalLatency(calls []finding.Call, limit time.Duration) (typical time.Duration, slow int) {
	if len(calls) == 0 {
		return 0, 0
	}
	var times []time.Duration
	var those float64
	methods, last := map[string]bool{}, 0.0
	for _, c := range calls {
		last = max(last, c.At+c.Took)
		if took := time.Duration(c.Took * float64(time.Second)); took >= limit/slowParts {
			times, those = append(times, took), those+c.Took
			methods[spec.MethodOf(c)] = true
		}
	}
	if len(times) < slowLeast || len(methods) < slowMethods || those < (last-calls[0].At)/2 {
		return 0, 0
	}
	slices.Sort(times)
	return times[len(times)/2], len(times)
}

// tooSlow says how slow calls are, and what helps.
func tooSlow(typical time.Duration, slow int, limit time.Duration, scale float64) string {
	factor := scale * max(2, float64((typical*readyParts+limit-1)/limit))
	return fmt.Sprintf(
		"calls take %v: %d of them took about as long each, and a spec has %v for all that it calls; --timeout-scale=%.0f "+
			"gives them enough time",
		typical.Round(100*time.Millisecond), slow, limit, factor)
}

// ofSlowCalls says how slow the calls are that the time has gone into; it is empty if
// they are not slow.
func ofSlowCalls(limit time.Duration) string {
	typical, slow := typicalLatency(spec.Calls(), limit)
	if slow == 0 {
		return ""
	}
	scale := float64((typical*readyParts + reports.SpecLimit - 1) / reports.SpecLimit)
	return fmt.Sprintf(": calls take %v: %d of them took about as long each; --timeout-scale=%.0f gives them enough time",
		typical.Round(100*time.Millisecond), slow, scale)
}

// judgeLatency adds to the result of a failed spec that the provider's calls take too
// long, if that is where its time went.
func (w *worker) judgeLatency(s *reports.Spec, f *spec.Progress) {
	limit := Scaled(reports.SpecLimit, w.TimeoutScale)
	if !s.Verdict.Broken() || s.Seconds < limit.Seconds()*9/10 {
		return
	}
	var calls []finding.Call
	for _, found := range s.Findings {
		calls = append(calls, found.Calls...)
	}
	typical, slow := typicalLatency(calls, limit)
	if slow == 0 {
		return
	}
	s.Findings = append([]finding.Finding{{Says: tooSlow(typical, slow, limit, w.TimeoutScale)}}, s.Findings...)
	s.Message = finding.Lines(s.Findings)
	f.Failed = append(f.Failed, spec.PrerequisiteCallLatency)
}
