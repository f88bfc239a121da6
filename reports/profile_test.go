package reports

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
)

// judged returns a run of the catalogue in which each rule has the verdict that it is
// given, or else passes.
func judged(catalogue []requirement.Entry, verdict func(requirement.Entry) Verdict) *Run {
	run := &Run{Provider: "acme", Environment: Environment{Program: "ndconform"}}
	for _, e := range catalogue {
		v := verdict(e)
		if v == "" {
			v = Pass
		}
		run.Specs = append(run.Specs, Spec{ID: e.ID, Requirements: []string{e.ID}, Verdict: v})
		q := Requirement{ID: e.ID, Verdict: v, Level: string(e.Level), Profile: string(e.Profile)}
		run.Requirements = append(run.Requirements, q)
	}
	return run
}

func profileNamed(t *testing.T, list []Profile, name requirement.Profile) Profile {
	t.Helper()
	for _, p := range list {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no profile %s", name)
	return Profile{}
}

// TestNothingStandsForAFeature shows that of a feature which an adapter does not claim no
// number of kept rules makes the profile met, and that one that is claimed and not
// observed is not met either.
func TestNothingStandsForAFeature(t *testing.T) {
	for _, info := range requirement.Profiles() {
		if info.Claim == "" {
			continue
		}
		for v, want := range map[Verdict]Verdict{
			Unsupported: Unsupported, Unobservable: Unobservable, NotRun: NotRun,
			Waived: Waived, Fail: Fail, Warn: Pass, Pass: Pass,
		} {
			run := judged(requirement.All(), func(e requirement.Entry) Verdict {
				if e.ID == info.Claim {
					return v
				}
				return Pass
			})
			p := profileNamed(t, Profiles(run, requirement.All()), info.Profile)
			if p.Verdict != want {
				t.Errorf("profile %s, of which only %s is %s: %s, want %s", info.Profile, info.Claim, v, p.Verdict, want)
			}
			if core := profileNamed(t, Profiles(run, requirement.All()), requirement.Core); core.Verdict != Pass {
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
	verdicts := map[string]Verdict{"c": Unobservable, "d": Unsupported, "e": Warn}
	run := judged(catalogue, func(e requirement.Entry) Verdict { return verdicts[e.ID] })
	p := Profiles(run, catalogue)[0]
	want := "met: 4 of 6 MUSTs kept (1 through injected faults, 1 with a warning), 1 not observable, 1 not claimed"
	if got := p.Words(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := p.Observed(); got != 0.8 { // c is owed and was not observed, d is not owed
		t.Errorf("observed %v, want 0.8", got)
	}
	if got := (Profile{Total: 1, Count: map[Verdict]int{Unsupported: 1}}).Observed(); got != 0 {
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
	run := judged(catalogue, func(e requirement.Entry) Verdict { return map[string]Verdict{"b": Warn}[e.ID] })
	run.Requirements[1].Provisional, run.Requirements[2].Provisional = true, true
	p := Profiles(run, catalogue)[0]
	if got, want := p.Words(), "met: 1 of 1 MUSTs kept, 2 provisional, 1 of the provisional with a warning"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	run.Requirements[1].Rule = "A rule."
	page, err := HTML(run, catalogue)
	if err != nil {
		t.Fatal(err)
	}
	text := string(Evidence(run, run.Specs[1]))
	if !strings.Contains(string(page), "MUST, provisional") || !strings.Contains(text, "b (MUST, provisional): A rule.") {
		t.Errorf("the page or the text does not say that the rule is provisional:\n%s", text)
	}
	run.Requirements[0].Verdict = Unobservable
	if got := Profiles(run, catalogue)[0].Verdict; got != Unobservable {
		t.Errorf("provisional rules stand for a profile: %s", got)
	}
	broken := []Spec{{Requirements: []string{"b"}, Verdict: Fail}}
	list := Summarize(broken, func(string) Requirement { return run.Requirements[1] })
	if list[0].Verdict != Warn {
		t.Errorf("a failed provisional rule is %s", list[0].Verdict)
	}
}

// TestWhatNdkIsNot shows that who reads that profile ndk is met reads what it does not
// prove.
func TestWhatNdkIsNot(t *testing.T) {
	limits := requirement.NDK.Info().Limits
	for _, unclaimed := range []bool{false, true} {
		run := judged(requirement.All(), func(e requirement.Entry) Verdict {
			if unclaimed && e.Profile == requirement.NDK {
				return Unsupported
			}
			return Pass
		})
		page, err := HTML(run, requirement.All())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(page), limits) == unclaimed {
			t.Errorf("not claimed: %v; the page says what ndk does not prove: %v", unclaimed, !unclaimed)
		}
	}
}
