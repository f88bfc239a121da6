package requirement

import (
	"slices"
	"strings"
	"testing"
)

// Rules that state one behavior are of one level, or their behavior says why not.
func TestOneBehaviorHasOneLevel(t *testing.T) {
	for _, b := range Behaviors() {
		var levels []Level
		for _, id := range b.Rules {
			e, known := Lookup(id)
			if !known {
				t.Errorf("%q: there is no rule %s", b.Says, id)
			}
			levels = append(levels, e.Level)
		}
		slices.Sort(levels)
		if differ := len(slices.Compact(levels)) > 1; differ != (b.Differ != "") {
			t.Errorf("%q: the levels of %v differ: %v; a reason is given: %v", b.Says, b.Rules, differ, b.Differ != "")
		}
	}
}

// Rules whose ids end alike, of a code or not, are of one behavior, so that none escapes the
// test above. Each method has other causes for a code.
func TestAlikeRulesAreOfOneBehavior(t *testing.T) {
	alike := map[string][]Entry{}
	for _, e := range All() {
		end := e.ID[strings.LastIndex(e.ID, ".")+1:]
		if e.Level != Info && !strings.HasPrefix(end, "nd-") {
			alike[end] = append(alike[end], e)
		}
	}
	for end, entries := range alike {
		differ := func(e Entry) bool { return e.Level != entries[0].Level }
		if slices.ContainsFunc(entries, differ) && !slices.ContainsFunc(Behaviors(), func(b Behavior) bool {
			return b.has(entries)
		}) {
			t.Errorf("rules that end with %s differ in level, and no behavior says why: %v", end, entries)
		}
	}
}

// has reports whether the behavior's rules include entries.
func (b Behavior) has(entries []Entry) bool {
	return !slices.ContainsFunc(entries, func(e Entry) bool { return !slices.Contains(b.Rules, e.ID) })
}

// Specs that observe one thing of one statement, by the same code of the same method, are of one
// level.
func TestOneCodeOfAMethodHasOneLevel(t *testing.T) {
	type place struct{ iface, method, code, statement string }
	first := map[place]Entry{}
	for _, s := range Statements() {
		for _, id := range s.Rules {
			e, _ := Lookup(id)
			if e.Level == Info || e.Code == "" {
				continue
			}
			p := place{e.Interface, e.Method, e.Code + e.Request, s.Place()}
			if other, taken := first[p]; taken && other.Level != e.Level {
				t.Errorf("%s: %s is %s and %s is %s", s.Place(), other.ID, other.Level, e.ID, e.Level)
			}
			first[p] = e
		}
	}
}
