package runner

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
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
	lower(&s, rulesOf(one), strict)
	return s, trusted
}

// lower makes a warning of a failure that breaks nothing that binds, and of a crash that
// is allowed.
func lower(s *reports.Spec, rules []requirement.Entry, strict bool) {
	if s.Verdict == reports.Fail && mayFail(rules, strict) || s.Verdict == reports.Error && mayCrash(rules, strict) {
		s.Verdict = reports.Warn
		onlyWarns(s, rules)
	}
}

// onlyWarns adds to a spec that is warned of, and would have failed otherwise, which
// rules are provisional.
func onlyWarns(s *reports.Spec, rules []requirement.Entry) {
	for _, e := range rules {
		if e.Provisional {
			says := fmt.Sprintf("provisional: %s is new in %s, and fails from the next release on", e.ID,
				e.Introduced())
			s.Findings = append(s.Findings, finding.Finding{Says: says})
			s.Message = strings.TrimPrefix(s.Message+"\n"+says, "\n")
		}
	}
}

// causeOf returns the id of the spec that has shown why this one is not run, and what
// that spec has shown not to work.
func causeOf(r types.SpecReport) (id, vain string) {
	for n := range left(r) {
		if n.CauseSpec != "" {
			return n.CauseSpec, n.CauseSays
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
			blameCall(last)
			blameUnmade(last)
		}
	}
	return trusted
}

// blameCall names the method that a spec panics or is stuck in, if it is known.
func blameCall(f *finding.Finding) {
	for _, c := range f.Calls {
		if c.Unfinished && f.Method == "" {
			spec.BlameCall(f, spec.MethodOf(c))
			if strings.HasPrefix(f.Says, "panic: ") {
				f.Does = finding.Panics
			}
		}
	}
}

// panickedIn names the method that has panicked in a spec, "" if none has.
func panickedIn(s reports.Spec) string {
	for _, f := range s.Findings {
		if f.Does == finding.Panics {
			return f.Method
		}
	}
	return ""
}

// blameUnmade names the method of the last call if that has returned ND_SUCCESS and no object, and the
// spec panics since it uses the object.
func blameUnmade(f *finding.Finding) {
	if f.Method != "" || len(f.Calls) == 0 || !strings.HasPrefix(f.Says, "panic: ") {
		return
	}
	last := f.Calls[len(f.Calls)-1]
	if strings.HasPrefix(last.Method, "Create") && last.Result == nd2.Success.String() {
		f.Method, f.Does = spec.MethodOf(last), finding.NoObject
	}
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
		blameCall(last)
		s.Message = finding.Lines(s.Findings)
	}
}

// hungHow is how a finding begins of a spec that hangs.
const hungHow = "hung: "

// blame names the method in which a spec hangs, by its wait point.
func blame(s *reports.Spec, point string) {
	for i, f := range s.Findings {
		if strings.HasPrefix(f.Says, hungHow) && f.Method == "" {
			spec.Blame(&s.Findings[i], point)
		}
	}
}

// judgeFailure tells a broken rule from a provider that crashed or hung. A spec
// that saw its time run out and said what it was waiting for found a broken rule;
// one that could not even notice is stuck in a call.
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

// rulesOf returns the rules that a spec claims. An id that the catalogue does not know
// counts as a MUST.
func rulesOf(one Spec) (rules []requirement.Entry) {
	for _, id := range one.Requirements {
		e, ok := requirement.Lookup(id)
		if !ok {
			e = requirement.Entry{ID: id, Level: requirement.Must}
		}
		rules = append(rules, e)
	}
	return rules
}

// mayFail reports whether a failure of a spec breaks nothing that binds.
func mayFail(rules []requirement.Entry, strict bool) bool {
	return !slices.ContainsFunc(rules, func(e requirement.Entry) bool { return e.Binds(strict) })
}

// mayCrash reports whether a spec does nothing but what a provider is allowed to crash
// on, or what no earlier release has tried.
func mayCrash(rules []requirement.Entry, strict bool) bool {
	return len(rules) > 0 && !slices.ContainsFunc(rules, func(e requirement.Entry) bool {
		return !e.MayCrash && (strict || !e.Provisional)
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
