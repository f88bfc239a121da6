package worker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/spec"
)

// failuresOf lists what went wrong, the first failure first.
func failuresOf(r types.SpecReport) []types.AdditionalFailure {
	if !r.Failed() {
		return r.AdditionalFailures
	}
	return append([]types.AdditionalFailure{{State: r.State, Failure: r.Failure}}, r.AdditionalFailures...)
}

// judgeFailures gives a spec the worst verdict of its failures, and the findings of all
// of them.
func judgeFailures(s *reports.Spec, failures []types.AdditionalFailure, r types.SpecReport) (trusted bool) {
	trusted = true
	var stacks []string
	s.Verdict = reports.Fail
	for _, f := range failures {
		verdict, found, stack := judgeFailure(f, r)
		if verdict == reports.Error {
			s.Verdict = reports.Error
			trusted = trusted && !f.State.Is(types.SpecStatePanicked|types.SpecStateTimedout)
		}
		s.Findings = append(s.Findings, found)
		if stack != "" {
			stacks = append(stacks, stack)
		}
	}
	s.Trace = strings.Join(stacks, "\n")
	for n := range left(r) {
		if last := &s.Findings[len(s.Findings)-1]; n.Kind == spec.NoteCalls && len(last.Calls) == 0 {
			last.Objects = n.Finding.Objects
			addCalls(last, n.Finding.Calls)
			blameUnmade(last)
		}
	}
	return trusted
}

// judgeFailure tells a broken rule from a provider that crashed or hung. A spec that saw
// its time run out and said what it was waiting for found a broken rule; a spec that
// could not even notice is stuck in a call.
func judgeFailure(f types.AdditionalFailure,
	r types.SpecReport,
) (v reports.Verdict, found finding.Finding, stack string) {
	failure := f.Failure
	says := func(text string) finding.Finding { return finding.Finding{Says: text} }
	switch {
	case f.State.Is(types.SpecStateFailed):
		return reports.Fail, findingOf(failure.Message, r), ""
	case f.State.Is(types.SpecStateTimedout) && failure.AdditionalFailure != nil:
		inner := *failure.AdditionalFailure
		if _, after, ok := strings.Cut(inner.Failure.Message, "\n"); ok {
			inner.Failure.Message = after // the first line is Ginkgo's own
		}
		return judgeFailure(inner, r)
	case f.State.Is(types.SpecStateTimedout):
		return reports.Error, says(hungHow + "the spec did not end within its time limit"),
			stackOf(failure.ProgressReport.SpecGoroutine())
	case f.State.Is(types.SpecStatePanicked):
		what := says(panicHow + printable.Clip(failure.ForwardedPanic, panicMost))
		return reports.Error, what, failure.Location.FullStackTrace
	}
	return reports.Error, says(failure.Message), failure.Location.FullStackTrace
}

// hungHow and panicHow are how findings begin of specs that hang and that panic.
const hungHow, panicHow = "hung: ", "panic: "

// panicMost is how many bytes of what a provider panics with are kept: it may be of any length, and an event is not.
const panicMost = 64 << 10

// findingOf returns the finding that the spec left for the failure with this
// message. If it left none, the finding says what the message says.
func findingOf(message string, r types.SpecReport) finding.Finding {
	for n := range left(r) {
		if n.Kind == spec.NoteFinding && n.Text == message {
			return n.Finding
		}
	}
	return finding.Finding{Says: message}
}

// hung reports whether a call in a spec, or in its clean-up, has not returned.
func hung(r types.SpecReport) bool {
	return slices.ContainsFunc(failuresOf(r), func(f types.AdditionalFailure) bool {
		return f.State.Is(types.SpecStateTimedout) && f.Failure.AdditionalFailure == nil
	})
}

func stackOf(g types.Goroutine) string {
	var b strings.Builder
	for _, call := range g.Stack {
		fmt.Fprintf(&b, "%s\n\t%s:%d\n", call.Function, call.Filename, call.Line)
	}
	return b.String()
}
