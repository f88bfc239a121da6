package reports_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/html"
	"github.com/ndconform/ndconform/reports/text"
	"github.com/ndconform/ndconform/requirement"
)

// judged returns a run of the catalogue in which each rule has the verdict that it is
// given, or else passes.
func judged(catalogue []requirement.Entry, verdict func(requirement.Entry) reports.Verdict) *reports.Run {
	run := &reports.Run{Provider: "acme", Environment: reports.Environment{Program: "ndconform"}}
	for _, e := range catalogue {
		v := verdict(e)
		if v == "" {
			v = reports.Pass
		}
		run.Specs = append(run.Specs, reports.Spec{ID: e.ID, Requirements: []string{e.ID}, Verdict: v})
		q := reports.Requirement{ID: e.ID, Verdict: v, Level: string(e.Level), Profile: string(e.Profile)}
		run.Requirements = append(run.Requirements, q)
	}
	return run
}

func profileNamed(t *testing.T, list []reports.Profile, name requirement.Profile) reports.Profile {
	t.Helper()
	for _, p := range list {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no profile %s", name)
	return reports.Profile{}
}

// TestNothingStandsForAFeature shows that of a feature which an adapter does not claim no
// number of kept rules makes the profile met, and that a profile that is claimed and not
// observed is not met either.
func TestNothingStandsForAFeature(t *testing.T) {
	for _, info := range requirement.Profiles() {
		if info.Claim == "" {
			continue
		}
		for v, want := range map[reports.Verdict]reports.Verdict{
			reports.Unsupported: reports.Unsupported, reports.Unobservable: reports.Unobservable, reports.NotRun: reports.NotRun,
			reports.Waived: reports.Waived, reports.Fail: reports.Fail, reports.Warn: reports.Pass, reports.Pass: reports.Pass,
		} {
			run := judged(requirement.All(), func(e requirement.Entry) reports.Verdict {
				if e.ID == info.Claim {
					return v
				}
				return reports.Pass
			})
			p := profileNamed(t, reports.Profiles(run, requirement.All()), info.Profile)
			if p.Verdict != want {
				t.Errorf("profile %s, where only %s is %s: %s, want %s", info.Profile, info.Claim, v, p.Verdict, want)
			}
			if core := profileNamed(t, reports.Profiles(run, requirement.All()),
				requirement.Core); core.Verdict != reports.Pass {
				t.Errorf("core is %s without %s", core.Verdict, info.Profile)
			}
		}
	}
}

// TestCounts shows how a profile says what was kept, and how much of it was observed.
func TestCounts(t *testing.T) {
	entry := func(id string, needs ...requirement.Need) requirement.Entry {
		return requirement.Entry{ID: id, Level: requirement.Must, Profile: requirement.Core, Needs: needs}
	}
	fault := requirement.Fault(providers.OutOfResources)
	catalogue := []requirement.Entry{
		entry("a"), entry("b", fault), entry("c", fault), entry("d", requirement.NeedInline), entry("e"), entry("f"),
		{ID: "g", Level: requirement.Should, Profile: requirement.Core},
	}
	verdicts := map[string]reports.Verdict{"c": reports.Unobservable, "d": reports.Unsupported, "e": reports.Warn}
	run := judged(catalogue, func(e requirement.Entry) reports.Verdict { return verdicts[e.ID] })
	p := reports.Profiles(run, catalogue)[0]
	want := "met: 4 of 6 MUSTs kept (1 through injected faults, 1 with a warning), 1 not observable, 1 not claimed"
	if got := p.Words(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := p.Observed(); got != 0.8 { // c is owed and was not observed, d is not owed
		t.Errorf("observed %v, want 0.8", got)
	}
	if got := (reports.Profile{Total: 1, Count: map[reports.Verdict]int{reports.Unsupported: 1}}).Observed(); got != 0 {
		t.Errorf("of nothing that is owed %v was observed", got)
	}
}

// TestProvisionalRules shows that a provisional rule does not count, whether it is kept
// or not, and is named beside the counts.
func TestProvisionalRules(t *testing.T) {
	entry := func(id string) requirement.Entry {
		return requirement.Entry{ID: id, Level: requirement.Must, Profile: requirement.Core}
	}
	catalogue := []requirement.Entry{entry("a"), entry("b"), entry("c")}
	run := judged(catalogue, func(e requirement.Entry) reports.Verdict {
		return map[string]reports.Verdict{"b": reports.Warn}[e.ID]
	})
	run.Requirements[1].Provisional, run.Requirements[2].Provisional = true, true
	p := reports.Profiles(run, catalogue)[0]
	if got, want := p.Words(), "met: 1 of 1 MUSTs kept, 2 provisional, 1 of the provisional with a warning"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	run.Requirements[1].Rule = "A rule."
	page, err := html.Page(run, catalogue)
	if err != nil {
		t.Fatal(err)
	}
	text := string(text.Evidence(run, run.Specs[1]))
	if !strings.Contains(string(page), "MUST, provisional") || !strings.Contains(text, "b (MUST, provisional): A rule.") {
		t.Errorf("the page or the text does not say that the rule is provisional:\n%s", text)
	}
	run.Requirements[0].Verdict = reports.Unobservable
	if got := reports.Profiles(run, catalogue)[0].Verdict; got != reports.Unobservable {
		t.Errorf("provisional rules stand for a profile: %s", got)
	}
	broken := []reports.Spec{{Requirements: []string{"b"}, Verdict: reports.Fail}}
	list := reports.Summarize(broken, func(string) reports.Requirement { return run.Requirements[1] })
	if list[0].Verdict != reports.Warn {
		t.Errorf("a failed provisional rule is %s", list[0].Verdict)
	}
}

// TestWhatNdkIsNot shows that who reads that profile ndk is met reads what it does not
// prove.
func TestWhatNdkIsNot(t *testing.T) {
	limits := requirement.NDK.Info().Limits
	for _, unclaimed := range []bool{false, true} {
		run := judged(requirement.All(), func(e requirement.Entry) reports.Verdict {
			if unclaimed && e.Profile == requirement.NDK {
				return reports.Unsupported
			}
			return reports.Pass
		})
		page, err := html.Page(run, requirement.All())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(page), limits) == unclaimed {
			t.Errorf("not claimed: %v; the page says what ndk does not prove: %v", unclaimed, !unclaimed)
		}
	}
}
