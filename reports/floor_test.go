package reports_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/badge"
	"github.com/ndconform/ndconform/reports/junit"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/text"
	"github.com/ndconform/ndconform/requirement"
)

// coreOf is a run of the catalogue in which some of core's MUSTs were kept and waived, essentials first, and no
// other was observable. A rule in without was not observable either.
func coreOf(kept, waived int, without ...string) *reports.Run {
	essential := func(id string) bool {
		return slices.ContainsFunc(requirement.Core.Essentials(), func(e requirement.Essential) bool {
			return slices.Contains(e.Rules, id)
		})
	}
	must := func(e requirement.Entry) bool {
		return e.Profile == requirement.Core && e.Level == requirement.Must && !e.Provisional
	}
	for _, e := range requirement.All() {
		if must(e) && essential(e.ID) && !slices.Contains(without, e.ID) {
			kept--
		}
	}
	return judged(requirement.All(), func(e requirement.Entry) reports.Verdict {
		switch {
		case !must(e):
			return reports.Pass
		case slices.Contains(without, e.ID):
			return reports.Unobservable
		case essential(e.ID):
			return reports.Pass
		}
		if kept--; kept >= 0 {
			return reports.Pass
		}
		if waived--; waived >= 0 {
			return reports.Waived
		}
		return reports.Unobservable
	})
}

// core is how many MUSTs core has.
func core() (n int) {
	for _, e := range requirement.All() {
		if e.Profile == requirement.Core && e.Level == requirement.Must && !e.Provisional {
			n++
		}
	}
	return n
}

// TestFloor shows what is enough of core: that which the smallest shipped adapters keep, and no tenth of it.
func TestFloor(t *testing.T) {
	connections := requirement.Core.Essentials()[2].Rules
	all := core()
	least := (all*60 + 99) / 100
	for _, c := range []struct {
		what         string
		kept, waived int
		without      []string
		want         string
	}{
		{"siw, with waivers", 323, 40, nil, ""},
		{"siw, without what is waived", 323, 0, nil, ""},
		{"all of it", all, 0, nil, ""},
		{"just enough", least, 0, nil, ""},
		{"one too few", least - 1, 0, nil, fmt.Sprintf("core %d of %d MUSTs (59 %%; 60 %% are needed)", least-1, all)},
		{"what is waived was observed", least - 1, 1, nil, ""},
		{"a tenth", 54, 0, nil, fmt.Sprintf("core 54 of %d MUSTs (11 %%; 60 %% are needed)", all)},
		{
			"one essential too few", 400, 0, connections,
			fmt.Sprintf("core 400 of %d MUSTs (%d %%); not observed: two connections at once", all, 400*100/all),
		},
		{"one of its two rules", 400, 0, connections[1:], ""},
	} {
		run := coreOf(c.kept, c.waived, c.without...)
		want := c.want
		if want != "" {
			want = "too little was observed to say conformant: " + want
		}
		if got := reports.TooLittle(run); got != want {
			t.Errorf("%s: %q, want %q", c.what, got, want)
		}
	}
}

// TestPartsObserveEssentials shows that an essential is observed if any spec of its rules came to a judgement.
func TestPartsObserveEssentials(t *testing.T) {
	const rule = "qp.write.stores"
	run := coreOf(400, 0, rule)
	if got := reports.TooLittle(run); !strings.Contains(got, "a Write reaches the peer's memory") {
		t.Errorf("%q", got)
	}
	run.Specs = append(run.Specs, reports.Spec{ID: rule + "/some", Requirements: []string{rule}, Verdict: reports.Pass})
	if got := reports.TooLittle(run); got != "" {
		t.Errorf("although a spec has observed it: %q", got)
	}
}

// TestTooLittleIsSaid shows that no report of a run that has observed too little says conformant, or is green; and that
// a run of a selection says what it said.
func TestTooLittleIsSaid(t *testing.T) {
	run, all := coreOf(54, 0), requirement.All()
	xml, err := junit.Report(run)
	if err != nil {
		t.Fatal(err)
	}
	page := string(badge.SVG(run, all))
	for what, is := range map[string]bool{
		"text":        strings.HasSuffix(string(text.Report(run, all)), ": "+reports.TooLittle(run)+"\n"),
		"screen":      strings.HasSuffix(string(text.Screen(run, all, "", text.AnyWidth)), ": "+reports.TooLittle(run)+"\n"),
		"JUnit":       strings.Contains(string(xml), `<error message="`+reports.TooLittle(run)),
		"markdown":    strings.HasPrefix(string(markdown.Summary(run, all)), "## 🚫 Too little observed"),
		"annotations": strings.HasPrefix(string(markdown.Annotations(run)), "::error title=Too little observed"),
		"badge":       strings.Contains(page, fmt.Sprintf("too little observed, core 54 of %d", core())) && !strings.Contains(page, "#1a7f37"),
	} {
		if !is {
			t.Errorf("the %s does not say it", what)
		}
	}
	run.Filters = []string{"*"}
	if got := text.Conclusion(run); !strings.HasSuffix(got, ": conformant in what was selected") {
		t.Errorf("a selection: %q", got)
	}
}

// TestEssentialsAreRules shows that each essential stands on MUSTs of its profile that need no fault, and that no
// adapter can do without, and has a name.
func TestEssentialsAreRules(t *testing.T) {
	at := map[string]requirement.Entry{}
	for _, e := range requirement.All() {
		at[e.ID] = e
	}
	for _, info := range requirement.Profiles() {
		for _, e := range info.Profile.Essentials() {
			if e.Name == "" || len(e.Rules) == 0 {
				t.Errorf("an essential of %s: %+v", info.Profile, e)
			}
			for _, id := range e.Rules {
				rule := at[id]
				fault := slices.ContainsFunc(rule.Needs, func(n requirement.Need) bool {
					return strings.HasPrefix(string(n), requirement.FaultPrefix)
				})
				if rule.Level != requirement.Must || rule.Profile != info.Profile || rule.Provisional || fault {
					t.Errorf("%s of %s: %+v", id, info.Profile, rule)
				}
			}
		}
	}
}
