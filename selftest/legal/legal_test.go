package legal

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/providers"
)

func TestVariantsAreSortedAndComplete(t *testing.T) {
	all := All()
	if !slices.IsSortedFunc(all, func(a, b Variant) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("All is not sorted by id")
	}
	seen := map[string]bool{}
	for _, v := range all {
		if seen[v.ID] || v.ID == "" || strings.ContainsAny(v.ID, ",=+ ") {
			t.Errorf("the id %q is taken, or not one", v.ID)
		}
		seen[v.ID] = true
		for _, sentence := range []string{v.Differs, v.Permits} {
			if !strings.HasSuffix(sentence, ".") || strings.Contains(sentence, "\n") {
				t.Errorf("%s: not a sentence: %q", v.ID, sentence)
			}
		}
		if !strings.Contains(v.Source, ", ") {
			t.Errorf("%s: the source %q is no document and heading", v.ID, v.Source)
		}
	}
}

func TestExclusionsNameVariants(t *testing.T) {
	for _, v := range All() {
		for id, why := range v.Excludes {
			if _, err := Lookup(id); err != nil || id == v.ID || why == "" {
				t.Errorf("%s excludes %q since %q: %v", v.ID, id, why, err)
			}
		}
	}
}

func TestEveryVariantOpens(t *testing.T) {
	for _, v := range All() {
		selector, err := providers.ParseSelector("legal,id=" + v.ID)
		if err != nil {
			t.Errorf("%s: %v", v.ID, err)
			continue
		}
		instance, err := selector.Open()
		if err != nil {
			t.Errorf("%s: %v", v.ID, err)
			continue
		}
		instance.ND2().Release()
		if err := instance.Close(); err != nil {
			t.Errorf("%s: %v", v.ID, err)
		}
	}
}

func TestCombining(t *testing.T) {
	both, err := Lookup("no-inline+small-packets")
	if err != nil || both.ID != "no-inline+small-packets" || both.Options != "max-inline=0,mtu=256" {
		t.Errorf("%+v, %v", both, err)
	}
	for id, want := range map[string]string{
		"no-inline+small-limits": "they set max-inline to different values",
		"no-inline+no-inline":    "they are the same",
		"nobody":                 `unknown variant "nobody"; known: `,
		"no-inline+":             `unknown variant ""`,
	} {
		if _, err := Lookup(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", id, err, want)
		}
	}
	for _, pair := range Pairs() {
		if got, err := Lookup(pair.ID); err != nil || got.Options != pair.Options {
			t.Errorf("%s: %v", pair.ID, err)
		}
	}
}

func TestQuirksAdd(t *testing.T) {
	a, b := options{quirksOption: "x", "mtu": "256"}, options{quirksOption: "y"}
	if both, conflict := a.with(b); conflict != "" || both.String() != "habits=x+y,mtu=256" {
		t.Errorf("%v, %s", both, conflict)
	}
}

// TestTooLittleIsOfVariants shows that each reason for too little being observed names a variant that exists.
func TestTooLittleIsOfVariants(t *testing.T) {
	for id, why := range tooLittle {
		if v, err := Lookup(id); err != nil || v.TooLittle != why {
			t.Errorf("%s: %q, %v", id, v.TooLittle, err)
		}
	}
}
