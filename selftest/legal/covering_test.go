package legal

import (
	"slices"
	"strings"
	"testing"
)

// Every pair that can be combined is in a set, no set has more than seven, and there
// are a tenth as many sets as pairs at most.
func TestPairwiseSetsHaveEveryPair(t *testing.T) {
	sets, pairs := PairwiseSets(), Pairs()
	together := map[string]bool{}
	for _, v := range sets {
		ids := strings.Split(v.ID, "+")
		if len(ids) < 2 || len(ids) > maxSetSize || !slices.IsSorted(ids) {
			t.Errorf("a set of %d, or out of order: %s", len(ids), v.ID)
		}
		for i, a := range ids {
			for _, b := range ids[i+1:] {
				together[a+"+"+b] = true
			}
		}
	}
	for _, p := range pairs {
		if !together[p.ID] {
			t.Errorf("%s is in no set", p.ID)
		}
	}
	if len(sets)*10 > len(pairs) {
		t.Errorf("%d sets for %d pairs", len(sets), len(pairs))
	}
	t.Logf("%d sets for %d pairs", len(sets), len(pairs))
}

func TestPairwiseSetsAreAlwaysTheSame(t *testing.T) {
	ids := func(list []Variant) (ids []string) {
		for _, v := range list {
			ids = append(ids, v.ID)
		}
		return ids
	}
	if !slices.Equal(ids(PairwiseSets()), ids(PairwiseSets())) {
		t.Error("two lists differ")
	}
}

func TestThePairsOfASet(t *testing.T) {
	set, err := Lookup("iwarp+no-inline+peek")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, pair := range PairsOf(set) {
		ids = append(ids, pair.ID)
	}
	if want := []string{"iwarp+no-inline", "iwarp+peek", "no-inline+peek"}; !slices.Equal(ids, want) {
		t.Errorf("%q, want %q", ids, want)
	}
	for _, id := range []string{"peek", "iwarp+peek"} {
		if v, err := Lookup(id); err != nil || len(PairsOf(v)) > 0 {
			t.Errorf("%s has pairs: %v", id, err)
		}
	}
}

// Every variant is in a set, few sets are enough, and a variant that fits is not left alone.
func TestOnceSetsHaveEveryVariant(t *testing.T) {
	sets, in := OnceSets(), map[string]bool{}
	for _, v := range sets {
		for _, id := range strings.Split(v.ID, "+") {
			in[id] = true
		}
	}
	for _, v := range All() {
		if !in[v.ID] {
			t.Errorf("%s is in no set", v.ID)
		}
	}
	if len(sets)*4 > len(All()) {
		t.Errorf("%d sets for %d variants", len(sets), len(All()))
	}
	t.Logf("%d sets for %d variants", len(sets), len(All()))
}
