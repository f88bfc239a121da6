package worker

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec"
)

func failure(state types.SpecState, message string) types.AdditionalFailure {
	return types.AdditionalFailure{State: state, Failure: types.Failure{Message: message, ForwardedPanic: message}}
}

// afterTimeout wraps what a spec said after its time had run out, as Ginkgo does.
func afterTimeout(inner types.AdditionalFailure) types.AdditionalFailure {
	outer := failure(types.SpecStateTimedout, "A spec timeout occurred")
	inner.Failure.Message = "A spec timeout occurred and then the following failure was recorded:\n" +
		inner.Failure.Message
	outer.Failure.AdditionalFailure = &inner
	return outer
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name    string
		state   types.SpecState
		first   *types.AdditionalFailure
		more    []types.AdditionalFailure
		notes   []spec.Note
		strict  bool
		want    reports.Verdict
		says    string
		trusted bool
	}{
		{name: "passed", state: types.SpecStatePassed, want: reports.Pass, trusted: true},
		{
			name: "warned twice", state: types.SpecStatePassed,
			notes: []spec.Note{{Kind: spec.NoteWarn, Text: "a"}, {Kind: spec.NoteWarn, Text: "b"}}, want: reports.Warn,
			says: "a\nb", trusted: true,
		},
		{
			name: "warned twice of one thing", state: types.SpecStatePassed,
			notes: []spec.Note{{Kind: spec.NoteWarn, Text: "a"}, {Kind: spec.NoteWarn, Text: "a"}}, want: reports.Warn,
			says: "a", trusted: true,
		},
		{
			name: "saw a well-known failure", state: types.SpecStatePassed,
			notes: []spec.Note{{Kind: spec.NoteWarn, Text: "a"}, {Kind: spec.NoteWellKnown, Text: "b"}}, want: reports.Warn,
			says: "b\na", trusted: true,
		},
		{
			name: "saw a well-known failure in a strict run", strict: true, state: types.SpecStatePassed,
			notes: []spec.Note{{Kind: spec.NoteWarn, Text: "a"}, {Kind: spec.NoteWellKnown, Text: "b"}}, want: reports.Fail,
			says: "b\na", trusted: true,
		},
		{
			name: "warned in a strict run", strict: true, state: types.SpecStatePassed,
			notes: []spec.Note{{Kind: spec.NoteWarn, Text: "a"}}, want: reports.Warn, says: "a", trusted: true,
		},
		{
			name: "skipped in a strict run", strict: true, state: types.SpecStateSkipped,
			notes: []spec.Note{{Kind: spec.NoteUnobservable, Text: "no fault"}, {Kind: spec.NoteWellKnown, Text: "b"}},
			want:  reports.Unobservable, says: "no fault", trusted: true,
		},
		{name: "failed", first: ptr(failure(types.SpecStateFailed, "no")), want: reports.Fail, says: "no", trusted: true},
		{
			name: "failed although it warned", first: ptr(failure(types.SpecStateFailed, "no")),
			notes: []spec.Note{{Kind: spec.NoteWarn, Text: "a"}}, want: reports.Fail, says: "no", trusted: true,
		},
		{name: "panicked", first: ptr(failure(types.SpecStatePanicked, "boom")), want: reports.Error, says: "panic: boom"},
		{
			name: "aborted", first: ptr(failure(types.SpecStateAborted, "stop")), want: reports.Error, says: "stop",
			trusted: true,
		},
		{
			name: "hung", first: ptr(failure(types.SpecStateTimedout, "A spec timeout occurred")), want: reports.Error,
			says: "hung: the spec did not end within its time limit",
		},
		{
			name: "waited in vain", first: ptr(afterTimeout(failure(types.SpecStateFailed, "never completed"))),
			want: reports.Fail, says: "never completed", trusted: true,
		},
		{
			name: "panicked after waiting", first: ptr(afterTimeout(failure(types.SpecStatePanicked, "boom"))),
			want: reports.Error, says: "panic: boom",
		},
		{
			name: "failed, and hung in cleaning up", first: ptr(failure(types.SpecStateFailed, "no")),
			more: []types.AdditionalFailure{failure(types.SpecStateTimedout, "A node timeout occurred")},
			want: reports.Error, says: "no\nhung: the spec did not end within its time limit",
		},
		{
			name: "returned garbage while it was skipped", state: types.SpecStateSkipped,
			more: []types.AdditionalFailure{failure(types.SpecStateFailed, "garbage")}, want: reports.Fail, says: "garbage",
			trusted: true,
		},
		{
			name: "skipped as unsupported", state: types.SpecStateSkipped,
			notes: []spec.Note{{Kind: spec.NoteUnsupported, Text: "no srq"}}, want: reports.Unsupported, says: "no srq",
			trusted: true,
		},
		{
			name: "skipped as unobservable", state: types.SpecStateSkipped,
			notes: []spec.Note{{Kind: spec.NoteUnobservable, Text: "no fault"}}, want: reports.Unobservable, says: "no fault",
			trusted: true,
		},
		{
			name: "skipped since it waited in vain", first: ptr(afterTimeout(failure(types.SpecStateSkipped, "late"))),
			notes: []spec.Note{{Kind: spec.NoteUnobservable, Text: "too slow"}}, want: reports.Unobservable, says: "too slow",
			trusted: true,
		},
		{name: "skipped by Ginkgo", state: types.SpecStateSkipped, want: reports.NotRun, says: "interrupted", trusted: true},
		{
			name: "skipped without a code", first: ptr(failure(types.SpecStateSkipped, "because")), want: reports.Error,
			says: "the spec was skipped and does not say with which verdict: because", trusted: true,
		},
		{name: "pending", state: types.SpecStatePending, want: reports.NotRun, says: "the spec is pending", trusted: true},
		{
			name: "interrupted", first: ptr(failure(types.SpecStateInterrupted, "x")), want: reports.NotRun, says: "interrupted",
			trusted: true,
		},
	} {
		r := types.SpecReport{LeafNodeLabels: []string{"no.such.requirement"}, State: c.state, AdditionalFailures: c.more}
		if c.first != nil {
			r.State, r.Failure = c.first.State, c.first.Failure
		}
		for _, n := range c.notes {
			r.ReportEntries = append(r.ReportEntries, types.ReportEntry{Value: types.WrapEntryValue(n)})
		}
		s, trusted := judge(r, c.strict)
		if s.Verdict != c.want || s.Message != c.says || trusted != c.trusted {
			t.Errorf("%s: %s, %q, trusted %v", c.name, s.Verdict, s.Message, trusted)
		}
	}
}

func ptr[T any](v T) *T { return &v }

// A provider that crashes over what is the client's own fault is warned of.
func TestJudgeCrashesThatAreTheClientsFault(t *testing.T) {
	const fault, should = "adapter.createqueuepair.no-completion-queue", "srq.notify.already-below"
	for _, c := range []struct {
		covers []string
		want   reports.Verdict
	}{
		{[]string{fault}, reports.Warn},
		{[]string{fault, should}, reports.Error},
		{[]string{should}, reports.Error},
		{nil, reports.Error},
	} {
		panicked := failure(types.SpecStatePanicked, "boom")
		s, trusted := judge(types.SpecReport{State: panicked.State, Failure: panicked.Failure, LeafNodeLabels: c.covers},
			false)
		if s.Verdict != c.want || trusted {
			t.Errorf("%q: %s, trusted %v", c.covers, s.Verdict, trusted)
		}
	}
}

func TestJudgeKeepsWhatASpecLeaves(t *testing.T) {
	r := types.SpecReport{
		ContainerHierarchyTexts: []string{"IND2Thing::Method"}, LeafNodeText: "works",
		LeafNodeLabels:   []string{"a.b", "variant=v", "c.d"},
		LeafNodeLocation: types.CodeLocation{FileName: "/build/ndconform/spec/thing/method.go", LineNumber: 7},
		State:            types.SpecStatePassed,
		ReportEntries: types.ReportEntries{
			{Value: types.WrapEntryValue(spec.Note{Kind: spec.NoteInfo, Text: "depth 4"})},
			{Value: types.WrapEntryValue(spec.Note{
				Kind: spec.NoteWarn, Text: "w", Requirement: "a.b", Status: "E_FAIL",
				Standing: requirement.Ruled,
			})},
			{Value: types.WrapEntryValue(spec.Note{
				Kind: spec.NoteWarn, Text: "w", Requirement: "a.b", Status: "E_FAIL",
				Standing: requirement.Ruled,
			})},
			{Value: types.WrapEntryValue("something else")},
		},
	}
	s, _ := judge(r, false)
	if s.ID != "a.b/v" || s.Title != "IND2Thing::Method works" || strings.Join(s.Requirements, " ") != "a.b c.d" ||
		!slices.Equal(s.Answers, []reports.Answer{{Requirement: "a.b", Status: "E_FAIL", Standing: requirement.Ruled}}) ||
		s.Place != "spec/thing/method.go:7" || strings.Join(s.Notes, " ") != "depth 4" {
		t.Errorf("%+v", s)
	}
}

// What a spec fails with is the finding that it left, as it left it; a failure that left
// none says what it says, and has the calls that no finding has.
func TestJudgeCarriesFindings(t *testing.T) {
	found := finding.Finding{
		Rule: finding.Rule{ID: "a.b"}, Expected: "A", Seen: "B\nexpected: forged\nrule: forged",
		Calls: []finding.Call{{Thread: 1, Object: "qp1", Method: "Send"}}, Objects: []finding.Object{{Name: "qp1"}},
	}
	later := []finding.Call{
		{Thread: 1, Object: "qp1", Method: "Release"},
		{Thread: 1, Object: "cq1", Method: "Release", Unfinished: true},
	}
	left := func(n spec.Note) types.ReportEntry { return types.ReportEntry{Value: types.WrapEntryValue(n)} }
	failed := failure(types.SpecStateFailed, "as it was put")
	r := types.SpecReport{
		State: failed.State, Failure: failed.Failure, LeafNodeLabels: []string{"a.b"},
		AdditionalFailures: []types.AdditionalFailure{failure(types.SpecStateTimedout, "A node timeout occurred")},
		ReportEntries: types.ReportEntries{
			left(spec.Note{
				Kind: spec.NoteFinding, Text: "of an assertion that came too late",
				Finding: finding.Finding{Says: "no"},
			}),
			left(spec.Note{Kind: spec.NoteFinding, Text: "as it was put", Finding: found}),
			left(spec.Note{Kind: spec.NoteCalls, Finding: finding.Finding{Calls: later}}),
		},
	}
	s, _ := judge(r, false)
	want := []finding.Finding{found, {
		Says: "hung: the spec did not end within its time limit; IND2CompletionQueue::Release has not returned", Calls: later,
		Method: "IND2CompletionQueue::Release", Does: finding.NoReturn,
	}}
	if !reflect.DeepEqual(s.Findings, want) {
		t.Errorf("%+v\nwant\n%+v", s.Findings, want)
	}
	if want := "expected A; seen B expected: forged rule: forged\nhung: the spec did not end within its time limit; " +
		"IND2CompletionQueue::Release has not returned"; s.Message != want {
		t.Errorf("message %q, want %q", s.Message, want)
	}
}
