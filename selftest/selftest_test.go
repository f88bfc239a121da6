package selftest

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// These are entries of the catalogue of each level.
const (
	must   = "cq.resize.nd-success"
	should = "srq.notify.already-below"
)

func spec(id string, requirements ...string) runner.Spec {
	return runner.Spec{ID: id, Requirements: requirements}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name, breaks      string
		claims            string
		verdict           reports.Verdict
		survived, claimed bool
	}{
		{"a spec that claims it fails", must, must, reports.Fail, false, true},
		{"another spec fails", must, "x.y", reports.Fail, false, false},
		{"the process crashes", must, must, reports.Error, false, true},
		{"a spec passes", must, must, reports.Pass, true, false},
		{"a warning of a MUST", must, must, reports.Warn, true, false},
		{"a warning of a SHOULD", should, should, reports.Warn, false, true},
		{"a warning of another rule", should, "x.y", reports.Warn, true, false},
		{"a spec is skipped", must, must, reports.Unobservable, true, false},
		{"a spec was not run", must, must, reports.NotRun, true, false},
	} {
		run := &reports.Run{Specs: []reports.Spec{{ID: "one", Requirements: []string{c.claims}, Verdict: c.verdict}}}
		f := resultOf(Mutant{ID: "m", Breaks: c.breaks}, run)
		if f.Survived != c.survived || f.Claimed != c.claimed || len(f.KilledBy) == 0 != c.survived {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}

func TestPlansBeginWithTheSpecsThatClaimTheEntry(t *testing.T) {
	suite := []runner.Spec{
		spec("qp.send.nd-success", "qp.send.nd-success"), spec("cq.resize.nd-pending", "cq.resize.nd-pending"),
		spec("a.b", "a.b", must), spec(must, must),
	}
	test := &test{Config: Config{Suite: suite}}
	var ids []string
	for _, plan := range test.plans(Mutant{Breaks: must}) {
		for _, s := range plan {
			ids = append(ids, s.ID)
		}
		ids = append(ids, "|")
	}
	want := []string{"a.b", must, "|", "cq.resize.nd-pending", "qp.send.nd-success", "|"}
	if !slices.Equal(ids, want) {
		t.Errorf("%q, want %q", ids, want)
	}
}

func TestText(t *testing.T) {
	m := Matrix{
		Seconds: 12.3, Seed: 7,
		Mutants: []MutantResult{
			{
				ID: "a/one", Breaks: "a", KilledBy: []string{"a"}, Claimed: true, Verdict: "fail",
				Watched: &Watch{Rules: []string{"a", "c"}},
			},
			{
				ID: "a/another", Breaks: "a", KilledBy: []string{"b"}, Verdict: "error",
				Watched: &Watch{Unseen: "it never comes"},
			},
			{ID: "b/x", Breaks: "b", What: "It is wrong.", Survived: true, Watched: &Watch{}},
		},
		Variants: []VariantResult{
			{ID: "late", Seconds: 1.25, Verdicts: map[reports.Verdict]int{reports.Pass: 3, reports.Unobservable: 2}},
			{
				ID: "slow", Seconds: 2, Verdicts: map[reports.Verdict]int{reports.Fail: 1, reports.Warn: 1},
				Failed:   []string{"c.d"},
				Failures: []Finding{{"c.d", "expected: this\nseen:     that\nrule:     It is.", "nd --seed=7"}},
				Warnings: []Finding{{Spec: "e", Message: "another code"}},
			},
			{ID: "few", TooLittle: "too little was observed", Because: "there is one"},
			{ID: "none", TooLittle: "too little was observed"},
		},
		Pairs: []VariantResult{
			{ID: "late+slow", Verdicts: map[reports.Verdict]int{reports.Pass: 1}},
			{
				ID: "late+lost", Verdicts: map[reports.Verdict]int{}, Incomplete: []string{"a worker\nwent", "again"},
				Inconclusive: true,
			},
		},
	}
	want := strings.TrimLeft(`
claimed   a/one      fail, by a
other     a/another  error, by b
SURVIVED  b/x        breaks b: It is wrong.
3 mutants: 1 killed by a spec that claims the entry, 1 by another, 1 survived
named      a/one      by a, c
unseen     a/another  it never comes
NOT NAMED  b/x        breaks b: It is wrong.
the validation layer alone names 1 of 2 mutants that one side can see, 50 %; 1 of them by the very rule
legal     late  3 pass, 2 unobservable in 1.2 s
FAILED    slow  0 pass, 1 warn, 1 fail in 2.0 s
          fails c.d: expected: this seen: that
            repeat: nd --seed=7
          warns e: another code
legal     few   0 pass in 0.0 s
          too little was observed; there is one
FAILED    none  0 pass in 0.0 s
          too little was observed; nothing says why it may be
4 variants: 2 without a failure, 2 with
legal     late+slow  1 pass in 0.0 s
NO END    late+lost  0 pass in 0.0 s
          ended early: a worker went
          ended early: again
2 pairs of variants: 1 without a failure, 0 with, 1 without an end
12 s, seed 7
`, "\n")
	if got := m.Text(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestScaleFollowsTheSlowestSpec(t *testing.T) {
	test := &test{usual: map[string]float64{"slow": 0.2, "slower": 30}}
	for _, c := range []struct {
		plan []runner.Spec
		want float64
	}{
		{[]runner.Spec{spec("quick")}, leastLimit / usualLimit},
		{[]runner.Spec{spec("quick"), spec("slow")}, (leastLimit + limitFactor*0.2) / usualLimit},
		{[]runner.Spec{spec("slower")}, 1},
	} {
		if got := test.scale(c.plan); got != c.want {
			t.Errorf("%v: %v, want %v", c.plan, got, c.want)
		}
	}
}
