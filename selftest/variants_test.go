package selftest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

func TestAResultNamesEachSpecOnce(t *testing.T) {
	h := VariantResult{Verdicts: map[reports.Verdict]int{}, Failed: []string{}}
	for seed := range int64(3) {
		h.add(&reports.Run{
			Provider: "legal,id=late", Seed: seed, Environment: reports.Environment{Program: "nd"},
			Specs: []reports.Spec{
				{ID: "a", Verdict: reports.Pass},
				{ID: "b", Verdict: reports.Fail, Message: "no"},
				{ID: "c", Verdict: reports.Warn, Message: "hm"},
				{ID: "d", Verdict: reports.Error},
			},
		})
	}
	if !slices.Equal(h.Failed,
		[]string{"b", "d"}) || len(h.Failures) != 2 || len(h.Warnings) != 1 || h.Verdicts[reports.Pass] != 3 {
		t.Errorf("%+v", h)
	}
	if want := (Finding{"b", "no", "nd --provider=legal,id=late --filter=b --seed=0 --draw=0"}); h.Failures[0] != want {
		t.Errorf("%+v, want %+v", h.Failures[0], want)
	}
	m := Matrix{Variants: []VariantResult{{ID: "fine"}, h}, Pairs: []VariantResult{{ID: "x+y", Failed: []string{"b"}}}}
	if ids := m.FailedVariants(); !slices.Equal(ids, []string{h.ID, "x+y"}) {
		t.Error(ids)
	}
	m.Pairs = append(m.Pairs, VariantResult{ID: "y+z", Inconclusive: true})
	if ids := m.Inconclusive(); !slices.Equal(ids, []string{"y+z"}) {
		t.Error(ids)
	}
}

func TestAShareIsChosenBySeed(t *testing.T) {
	var list []Variant
	for id := 'a'; id <= 'z'; id++ {
		list = append(list, Variant{ID: string(id)})
	}
	same := func(a, b Variant) bool { return a.ID == b.ID }
	one, again, other := Share(list, 10, 1), Share(list, 10, 1), Share(list, 10, 2)
	if len(one) != 3 || !slices.EqualFunc(one, again, same) || slices.EqualFunc(one, other, same) {
		t.Errorf("%v, %v, %v", one, again, other)
	}
	if !slices.IsSortedFunc(one, func(a, b Variant) int { return int(a.ID[0]) - int(b.ID[0]) }) {
		t.Errorf("out of order: %v", one)
	}
	if all := Share(list[:1], 10, 1); len(all) != 1 {
		t.Errorf("%v of one", all)
	}
}

func TestASecondTryReplacesTheFirst(t *testing.T) {
	run := &reports.Run{Specs: []reports.Spec{
		{ID: "a", Verdict: reports.Fail},
		{ID: "b", Verdict: reports.Error},
		{ID: "c", Verdict: reports.Warn},
	}}
	for id, want := range map[string]bool{"a": true, "b": true, "c": false, "d": false} {
		if failed(run, id) != want {
			t.Errorf("%s: %v", id, !want)
		}
	}
	replace(run.Specs, []reports.Spec{{ID: "b", Verdict: reports.Pass}})
	if failed(run, "b") || !failed(run, "a") {
		t.Errorf("%+v", run.Specs)
	}
}

// ends makes a test whose runs of the suite fail a spec of each variant in failing, and
// end early as often as lost says.
func ends(failing map[string]bool, lost map[string]int) *test {
	t := &test{}
	t.suiteOn = func(_ context.Context, v Variant, _ int64) (*reports.Run, error) {
		if lost[v.ID] > 0 {
			lost[v.ID]--
			return nil, errors.New("a worker was lost")
		}
		verdict := reports.Pass
		if failing[v.ID] {
			verdict = reports.Fail
		}
		return &reports.Run{Specs: []reports.Spec{{ID: "s", Verdict: verdict}}}, nil
	}
	return t
}

func TestARunThatEndsEarlyIsMadeAgainOnce(t *testing.T) {
	test := ends(nil, map[string]int{"once": 1, "twice": 2})
	list, err := test.testVariants(t.Context(), []Variant{{ID: "never"}, {ID: "once"}, {ID: "twice"}}, 1)
	if err != nil || len(list) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for i, want := range []struct {
		early        int
		inconclusive bool
		passed       int
	}{{0, false, 1}, {1, false, 1}, {2, true, 0}} {
		h := list[i]
		if len(h.Incomplete) != want.early || h.Inconclusive != want.inconclusive || h.Verdicts[reports.Pass] != want.passed {
			t.Errorf("%+v, want %+v", h, want)
		}
	}
}

func TestTheEndOfAllEndsTheMatrix(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("interrupted")
	stop(why)
	if _, err := ends(nil, map[string]int{"a": 1}).testVariants(ctx, []Variant{{ID: "a"}}, 1); !errors.Is(err, why) {
		t.Error(err)
	}
}

// A set that fails is followed by its pairs, so that one knows which it is.
func TestASetThatFailsIsTestedByPairs(t *testing.T) {
	pairs := []Variant{{ID: "a+b"}, {ID: "a+c"}, {ID: "b+c"}}
	list := []Variant{{ID: "a+b+c", Pairs: pairs}, {ID: "d+e+f", Pairs: []Variant{{ID: "d+e"}}}}
	results, err := ends(map[string]bool{"a+b+c": true, "a+c": true}, nil).testVariants(t.Context(), list, 1)
	var ids []string
	for _, h := range results {
		ids = append(ids, h.ID)
	}
	if want := []string{"a+b+c", "a+b", "a+c", "b+c", "d+e+f"}; err != nil || !slices.Equal(ids, want) {
		t.Errorf("%q, %v, want %q", ids, err, want)
	}
	if failing := (&Matrix{Pairs: results}).FailedVariants(); !slices.Equal(failing, []string{"a+b+c", "a+c"}) {
		t.Error(failing)
	}
}
