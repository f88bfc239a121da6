package waivers

import (
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/internal/pattern"
	"github.com/ndconform/ndconform/reports"
)

// A Waiver excuses the failures of some specs on one provider.
type Waiver struct {
	// ID is the id of a spec or of a requirement, or a pattern of ids as in
	// path.Match.
	ID string `json:"id"`
	// Provider is a provider's registered name, and Version a pattern for the
	// version that its instances report; empty means any.
	Provider string `json:"provider"`
	Version  string `json:"version,omitempty"`
	Reason   string `json:"reason"`
	Link     string `json:"link"`
	// Expires is the last day on which the waiver holds, in UTC: 2026-12-31.
	Expires string `json:"expires"`
	// Line is where the waiver begins in its file, from 1.
	Line int `json:"line,omitempty"`
}

// Matches reports whether the waiver covers a spec with this id that claims these
// requirements.
func (w Waiver) Matches(id string, requirements []string) bool {
	return pattern.Match(w.ID, append([]string{id}, requirements...)...)
}

// covers reports whether the waiver covers a spec, or each rule that the judge saw broken in it, and nothing else is
// wrong.
func (w Waiver) covers(s reports.Spec) bool {
	found := s.Found()
	return w.Matches(s.ID, s.Requirements) || len(found) > 0 && !slices.ContainsFunc(found, func(f finding.Finding) bool {
		return !f.Judged || !w.Matches(f.Rule.ID, nil)
	})
}

// Of reports whether the waiver covers a provider, given as a selector, in this version. A separate
// process or the validation layer around it makes it no other provider.
func (w Waiver) Of(provider, version string) bool {
	name, options, _ := strings.Cut(provider, ",")
	if option := inner[name]; option != "" && w.Provider != name {
		_, within, found := strings.Cut(","+options, ","+option+"=")
		return found && w.Of(within, version)
	}
	return w.Provider == name && (w.Version == "" || pattern.Match(w.Version, version))
}

// inner are the options of providers that open another one, which is named last.
var inner = map[string]string{"exec": "provider", "watched": "inner"}

// Expired reports whether the waiver no longer holds at a time.
func (w Waiver) Expired(at time.Time) bool { return at.UTC().Format(time.DateOnly) > w.Expires }

// Apply changes the verdict of each failed spec of run that a waiver excuses to
// [reports.Waived], and returns what became of each waiver about run's provider. An
// error is never waived: a crash says nothing about the rule. Whether a waiver has
// expired is decided by the day on which the run started. A waiver of several specs
// is needed as long as one of them fails.
func Apply(list []Waiver, run *reports.Run) []reports.Waiver {
	var uses []reports.Waiver
	for _, w := range list {
		if slices.ContainsFunc(run.Places(), func(m reports.Machine) bool { return w.Of(run.Provider, m.ProviderVersion) }) {
			uses = append(uses, w.apply(run))
		}
	}
	return uses
}

// inVain reports whether a spec was not run because of another one's failure. That is
// no better than failing: it would have failed likewise.
func inVain(run *reports.Run, s reports.Spec) bool {
	return s.CauseSpec != "" && slices.ContainsFunc(run.Specs, func(cause reports.Spec) bool {
		return cause.ID == s.CauseSpec && (cause.Verdict == reports.Fail || cause.Verdict == reports.Waived)
	})
}

func (w Waiver) apply(run *reports.Run) reports.Waiver {
	use := reports.Waiver{
		ID: w.ID, Provider: w.Provider, Version: w.Version, Reason: w.Reason, Link: w.Link,
		Expires: w.Expires, Expired: w.Expired(run.Started),
	}
	needed := false
	for i, s := range run.Specs {
		if !w.covers(s) || !w.Of(run.Provider, run.Place(s).ProviderVersion) {
			continue
		}
		use.Matched++
		if (s.Verdict == reports.Fail || inVain(run, s)) && !use.Expired {
			run.Specs[i].Verdict = reports.Waived
			run.Specs[i].Message = w.Reason + " (" + w.Link + ", until " + w.Expires + ")\n" + s.Message
			use.Waived = append(use.Waived, s.ID)
		}
		switch s.Verdict {
		case reports.Pass, reports.Warn:
			use.Passed = append(use.Passed, s.ID)
		case reports.Unsupported, reports.Unobservable: // says nothing about the defect
		default:
			needed = true
		}
	}
	if needed {
		use.Passed = nil
	}
	return use
}
