package runner

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec"
)

// judge makes the verdict of a spec that Ginkgo has run. trusted says that the
// process may go on to another spec: no call is stuck and nothing has panicked. If
// strict is set, no other failure is accepted in place of the documented one.
func judge(r types.SpecReport, strict bool) (s reports.Spec, trusted bool) {
	one := identify(r)
	notes := notesOf(r)
	s = reports.Spec{
		ID: one.ID, Title: one.Title, Requirements: one.Requirements, Place: one.Place,
		Package: one.Package, Seconds: r.RunTime.Seconds(),
		Answers: answersOf(r), Notes: notes[spec.NoteInfo],
	}
	trusted = true
	switch failures := failuresOf(r); {
	case r.State.Is(types.SpecStateInterrupted):
		s.Verdict, s.Message = reports.NotRun, "interrupted"
	case len(failures) == 1 && skippedLate(r):
		s.Verdict, s.Message = judgeSkip(r, notes)
		s.Because, s.Vain = causeOf(r)
	case len(failures) > 0:
		trusted = judgeFailures(&s, failures, r)
	case r.State.Is(types.SpecStateSkipped):
		s.Verdict, s.Message = judgeSkip(r, notes)
		s.Because, s.Vain = causeOf(r)
	case r.State.Is(types.SpecStatePending):
		s.Verdict, s.Message = reports.NotRun, "the spec is pending"
	case strict && len(notes[spec.NoteWellKnown]) > 0:
		s.Verdict, s.Findings = reports.Fail, warnings(r)
	case len(notes[spec.NoteWarn])+len(notes[spec.NoteWellKnown]) > 0:
		s.Verdict, s.Findings = reports.Warn, warnings(r)
	default:
		s.Verdict = reports.Pass
	}
	if len(s.Findings) > 0 {
		s.Message = finding.Lines(s.Findings)
	}
	if s.Verdict == reports.Fail && !claimsMust(one) || s.Verdict == reports.Error && mayCrash(one) {
		s.Verdict = reports.Warn
	}
	return s, trusted
}

// causeOf returns the id of the spec that has shown why this one is not run, and what
// that spec has shown not to work.
func causeOf(r types.SpecReport) (id, vain string) {
	for n := range left(r) {
		if n.Because != "" {
			return n.Because, n.Vain
		}
	}
	return "", ""
}

// warnings returns what a spec warns of, each warning once, and the weightier ones
// first.
func warnings(r types.SpecReport) (list []finding.Finding) {
	for _, kind := range []spec.NoteKind{spec.NoteWellKnown, spec.NoteWarn} {
		for n := range left(r) {
			f := finding.Finding{Rule: spec.Cited(n.Requirement), Says: n.Text}
			same := func(g finding.Finding) bool { return g.Rule == f.Rule && g.Says == f.Says }
			if n.Kind == kind && !slices.ContainsFunc(list, same) {
				list = append(list, f)
			}
		}
	}
	return list
}

// skippedLate reports whether a spec that saw its time run out has said that its
// rule is therefore unobserved.
func skippedLate(r types.SpecReport) bool {
	inner := r.Failure.AdditionalFailure
	return r.State.Is(types.SpecStateTimedout) && inner != nil && inner.State.Is(types.SpecStateSkipped)
}

func judgeSkip(r types.SpecReport, notes map[spec.NoteKind][]string) (reports.Verdict, string) {
	if why := notes[spec.NoteBecause]; len(why) > 0 {
		return reports.NotRun, "not run: " + why[0]
	}
	if why := notes[spec.NoteUnsupported]; len(why) > 0 {
		return reports.Unsupported, strings.Join(why, "\n")
	}
	if why := notes[spec.NoteUnobservable]; len(why) > 0 {
		return reports.Unobservable, strings.Join(why, "\n")
	}
	if r.Failure.IsZero() { // Ginkgo's own doing, after a signal
		return reports.NotRun, "interrupted"
	}
	return reports.Error, "the spec was skipped and does not say with which verdict: " + r.Failure.Message
}

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
			last.Calls, last.Objects = n.Finding.Calls, n.Finding.Objects
			last.Says += unreturned(last.Calls)
		}
	}
	return trusted
}

// unreturned names the call that a spec is stuck in, if it is in one.
func unreturned(calls []finding.Call) string {
	for _, c := range calls {
		if c.Unfinished {
			return "; " + spec.MethodOf(c) + " has not returned"
		}
	}
	return ""
}

// inCleanUp adds to a spec that hangs the calls that its clean-up made, after its
// notes were written.
func inCleanUp(s *reports.Spec, calls []finding.Call) {
	if len(s.Findings) == 0 || len(calls) == 0 {
		return
	}
	last := &s.Findings[len(s.Findings)-1]
	if unreturned(last.Calls) == "" {
		last.Says += unreturned(calls)
		last.Calls = append(last.Calls, calls...)
		s.Message = finding.Lines(s.Findings)
	}
}

// hungHow is how a finding begins of a spec that hangs.
const hungHow = "hung: "

// blame names the method in which a spec hangs, by its wait point.
func blame(s *reports.Spec, site string) {
	for i, f := range s.Findings {
		if strings.HasPrefix(f.Says, hungHow) && f.Owed == "" {
			spec.Blame(&s.Findings[i], site)
		}
	}
}

// judgeFailure tells a broken rule from a provider that crashed or hung. A spec
// that saw its time run out and said what it was waiting for found a broken rule;
// one that could not even notice is stuck in a call.
func judgeFailure(f types.AdditionalFailure, r types.SpecReport) (v reports.Verdict, found finding.Finding, stack string) {
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
		return reports.Error, says(hungHow + "the spec did not end within its time limit"), stackOf(failure.ProgressReport.SpecGoroutine())
	case f.State.Is(types.SpecStatePanicked):
		return reports.Error, says("panic: " + failure.ForwardedPanic), failure.Location.FullStackTrace
	}
	return reports.Error, says(failure.Message), failure.Location.FullStackTrace
}

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

func notesOf(r types.SpecReport) map[spec.NoteKind][]string {
	notes := map[spec.NoteKind][]string{}
	for n := range left(r) {
		notes[n.Kind] = append(notes[n.Kind], n.Text)
	}
	return notes
}

// answersOf lists the statuses other than the preferred ones, each once.
func answersOf(r types.SpecReport) (list []reports.Answer) {
	for n := range left(r) {
		a := reports.Answer{Requirement: n.Requirement, Status: n.Status, Standing: n.Standing}
		if n.Status != "" && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// left returns the notes that a spec has left.
func left(r types.SpecReport) iter.Seq[spec.Note] {
	return func(yield func(spec.Note) bool) {
		for _, entry := range r.ReportEntries {
			if n, ok := entry.GetRawValue().(spec.Note); ok && !yield(n) {
				return
			}
		}
	}
}

// claimsMust reports whether a failure of the spec breaks a MUST. An id that the
// catalogue does not know counts as a MUST.
func claimsMust(one Spec) bool {
	return slices.ContainsFunc(one.Requirements, func(id string) bool {
		entry, ok := requirement.Lookup(id)
		return !ok || entry.Level == requirement.Must
	})
}

// mayCrash reports whether a spec does nothing but what a provider is allowed to crash
// on.
func mayCrash(one Spec) bool {
	return len(one.Requirements) > 0 && !slices.ContainsFunc(one.Requirements, func(id string) bool {
		entry, _ := requirement.Lookup(id)
		return !entry.MayCrash
	})
}

// packageOf returns the surface that a spec is about, judging by the requirement
// that it is named after.
func packageOf(requirements []string) string {
	if len(requirements) == 0 {
		return ""
	}
	entry, _ := requirement.Lookup(requirements[0])
	switch entry.Profile {
	case requirement.ND1:
		return "nd1"
	case requirement.NDK:
		return "ndk"
	}
	return "nd2"
}
