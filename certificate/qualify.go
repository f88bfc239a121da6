package certificate

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

// Objections lists why a run can't be certified, what the provider did wrong first. That
// a build is of unknown origin is not among them; see [Unreleased].
func Objections(e *Evidence, s *Suite) []string {
	run := e.Run
	var list []string
	if broken := with(run, reports.Fail, reports.Error); len(broken) > 0 {
		list = append(list, fmt.Sprintf("the run is not conformant: %s failed: %s", count(len(broken)),
			reports.Few(broken, most)))
	}
	if left := notRunBecause(run); len(left) > 0 {
		list = append(list, fmt.Sprintf("not everything was run: %s not, because of what others found: %s", were(len(left)),
			reports.Few(left, most)))
	}
	if run.Incomplete != "" {
		list = append(list, "the run is incomplete: "+run.Incomplete)
	}
	list = append(list, notWhole(e, s)...)
	list = append(list, excused(run)...)
	if run.Environment.Binary == "" {
		list = append(list, "the journal does not name the binary that ran by its digest")
	}
	if len(list) == 0 {
		list = ungranted(reports.Profiles(run, s.Catalogue))
	}
	return list
}

// notWhole says what a run covered, if that was not the whole suite: it compares
// the rules, what was selected, the plan, and the specs that the results claim to
// be of.
func notWhole(e *Evidence, s *Suite) []string {
	theirs, ours := e.Run.Environment, s.Environment
	if theirs.Catalogue != ours.Catalogue || theirs.Suite != ours.Suite {
		return []string{fmt.Sprintf("the run is of another suite, %s; this is %s: use the release that ran it",
			build(theirs), build(ours))}
	}
	list := selected(e.Run)
	if len(list) == 0 {
		list = difference("the plan", e.Plan, s.Specs)
	}
	if len(list) == 0 {
		list = difference("the report", e.Run.Specs, s.Specs)
	}
	return list
}

// excused says what else than the suite had a say in whether the run is good.
func excused(run *reports.Run) (list []string) {
	for _, i := range run.Environment.Inputs {
		if i.Kind == reports.Baseline {
			list = append(list, "the run was held to a baseline, "+i.Name+
				", and not to the suite alone: run it without --baseline")
		}
	}
	return list
}

func selected(run *reports.Run) []string {
	var list []string
	if len(run.Filters) > 0 {
		list = append(list, "the run was of a selection: --filter="+strings.Join(run.Filters, ","))
	}
	if len(run.Profiles) > 0 {
		list = append(list, "the run was of a selection: --profile="+strings.Join(run.Profiles, ","))
	}
	if run.Shard != "" {
		list = append(list, "the run was of shard "+run.Shard+"; merge the journals of all shards")
	}
	return list
}

// ungranted says what keeps the core profile from being granted, and names the others that were observed too little.
func ungranted(profiles []reports.Profile) []string {
	var why string
	var others []string
	for _, p := range profiles {
		switch {
		case p.Name == requirement.Core && p.Verdict != reports.Pass:
			why = "profile core can't be granted, and nothing is certified without it: " + p.Words()
		case p.Name != requirement.Core && p.Lacking() != "":
			others = append(others, string(p.Name))
		}
	}
	switch {
	case why == "":
		return nil
	case len(others) > 0:
		why += "; nor was enough observed of " + strings.Join(others, ", ")
	}
	return []string{why}
}

// grants lists the profiles that a run meets. A profile whose feature is not claimed, or
// that has a waived rule, is not met, and none counts without core.
func grants(profiles []reports.Profile) []string {
	names := []string{}
	for _, p := range profiles {
		if p.Verdict == reports.Pass {
			names = append(names, string(p.Name))
		}
	}
	if !slices.Contains(names, string(requirement.Core)) {
		return []string{}
	}
	return names
}

// build names a build, and the catalogue and specs that it has.
func build(e reports.Environment) string {
	return fmt.Sprintf("%s (catalogue %.12s, specs %.12s)", strings.TrimSpace(e.Version+" "+e.Commit),
		cmp.Or(e.Catalogue, "unknown"), cmp.Or(e.Suite, "unknown"))
}

// difference says how a list of specs differs from the suite's.
func difference(what string, theirs, ours []reports.Spec) []string {
	var list []string
	if missing := without(ours, theirs); len(missing) > 0 {
		list = append(list, fmt.Sprintf("%s lacks %s of the suite: %s", what, count(len(missing)),
			reports.Few(missing, most)))
	}
	if extra := without(theirs, ours); len(extra) > 0 {
		list = append(list, fmt.Sprintf("%s has %s that the suite does not have: %s", what, count(len(extra)),
			reports.Few(extra, most)))
	}
	if len(list) > 0 {
		return list
	}
	if len(theirs) != len(ours) {
		return []string{fmt.Sprintf("%s lists %s; the suite has %d", what, count(len(theirs)), len(ours))}
	}
	for i, a := range theirs {
		b := ours[i]
		if a.ID != b.ID {
			return []string{fmt.Sprintf("%s is in another order than the suite: %s is where %s belongs", what, a.ID, b.ID)}
		}
		if a.Title != b.Title || a.Package != b.Package || a.Place != b.Place || !slices.Equal(a.Requirements,
			b.Requirements) {
			return []string{fmt.Sprintf("%s says of %s what the suite does not: another title, place or requirements", what,
				a.ID)}
		}
	}
	return nil
}

// without lists the ids in a that are not in b.
func without(a, b []reports.Spec) []string {
	known := make(map[string]bool, len(b))
	for _, s := range b {
		known[s.ID] = true
	}
	var list []string
	for _, s := range a {
		if !known[s.ID] {
			list = append(list, s.ID)
		}
	}
	return list
}

// with lists the ids of specs with one of some verdicts.
func with(run *reports.Run, verdicts ...reports.Verdict) []string {
	var ids []string
	for _, s := range run.Specs {
		if slices.Contains(verdicts, s.Verdict) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// notRunBecause lists the ids of the specs that were not run because of others.
func notRunBecause(run *reports.Run) (ids []string) {
	for _, s := range run.Specs {
		if s.CauseSpec != "" && s.Verdict == reports.NotRun {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

func were(n int) string {
	if n == 1 {
		return "1 spec was"
	}
	return fmt.Sprintf("%d specs were", n)
}

// most is how many ids are named for a reason.
const most = 10

func count(n int) string {
	if n == 1 {
		return "1 spec"
	}
	return fmt.Sprintf("%d specs", n)
}

var released = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+`)

// Unreleased says why it can't be told what a suite was built from; it is empty for
// a release, and for a commit without changes.
func Unreleased(e reports.Environment) []string {
	var list []string
	if e.Modified || strings.Contains(e.Version, "+dirty") {
		list = append(list, "it was built from files that are not as committed or released")
	}
	if e.Commit == "" && !released.MatchString(e.Version) {
		list = append(list, fmt.Sprintf("it names no commit, and its version, %q, is not a release", e.Version))
	}
	return list
}
