package worker

import (
	"strings"

	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// judge makes the verdict of a spec that Ginkgo has run. trusted says that the
// process may go on to another spec: no call is stuck and nothing has panicked. If
// strict is set, no other failure is accepted in place of the documented one.
func judge(r types.SpecReport, strict bool) (s reports.Spec, trusted bool) {
	one := Identify(r)
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
		s.CauseSpec, s.CauseSays = causeOf(r)
	case len(failures) > 0:
		trusted = judgeFailures(&s, failures, r)
	case r.State.Is(types.SpecStateSkipped):
		s.Verdict, s.Message = judgeSkip(r, notes)
		s.CauseSpec, s.CauseSays = causeOf(r)
	case r.State.Is(types.SpecStatePending):
		s.Verdict, s.Message = reports.NotRun, "the spec is pending"
	case strict && len(notes[spec.NoteWellKnown]) > 0:
		s.Verdict, s.Findings = reports.Fail, warnings(r)
	case len(notes[spec.NoteWarn])+len(notes[spec.NoteWellKnown]) > 0:
		s.Verdict, s.Findings = reports.Warn, warnings(r)
	default:
		s.Verdict = reports.Pass
	}
	if lacks := notes[spec.NoteLack]; len(lacks) > 0 && s.Verdict != reports.NotRun {
		s.Lacks = lacks[0]
	}
	if len(s.Findings) > 0 {
		s.Message = finding.Lines(s.Findings)
	}
	lower(&s, RulesOf(one), strict)
	return s, trusted
}

// skippedLate reports whether a spec that saw its time run out has said that its
// rule is therefore unobserved.
func skippedLate(r types.SpecReport) bool {
	inner := r.Failure.AdditionalFailure
	return r.State.Is(types.SpecStateTimedout) && inner != nil && inner.State.Is(types.SpecStateSkipped)
}

func judgeSkip(r types.SpecReport, notes map[spec.NoteKind][]string) (reports.Verdict, string) {
	if why := notes[spec.NoteNotRun]; len(why) > 0 {
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

// Erred returns the result of a spec that ended in an error that it did not notice
// itself.
func Erred(s reports.Spec, says string) reports.Spec {
	return erredIn(s, finding.Finding{Says: says})
}

func erredIn(s reports.Spec, f finding.Finding) reports.Spec {
	s.Verdict, s.Message, s.Findings = reports.Error, f.Line(), []finding.Finding{f}
	return s
}

func notRun(s reports.Spec, why string) reports.Spec {
	return reports.Spec{
		ID: s.ID, Title: s.Title, Package: s.Package, Requirements: s.Requirements, Place: s.Place,
		Verdict: reports.NotRun, Message: why,
	}
}
