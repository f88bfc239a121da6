package journal

import (
	"cmp"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/requirement/client"
	"github.com/ndconform/ndconform/runner/waivers"
)

const cutOff = "cut off: the process that runs the suite was killed"

// noResult is why a spec counts as not run where the run has ended and gives no other
// reason.
const noResult = "the run ended without a result of it"

// Run returns the report as it stands: the results in the order of the plan, with
// specs that have no result as not run. A record without a Finished entry is of a
// run that was cut off.
func (r *Record) Run() *reports.Run {
	run := r.blank()
	for _, one := range r.Shard.Of(r.Plan) {
		s, ok := r.results[one.ID]
		if !ok {
			s = Blank(one)
			s.Message, _, _ = strings.Cut(run.Incomplete, "\n")
			s.Message = cmp.Or(s.Message, noResult)
		}
		if s.Verdict == reports.NotRun && s.CauseSpec == "" && run.Incomplete == "" && r.Watch == nil {
			run.Incomplete = one.ID + " was not run: " + s.Message
		}
		run.Specs = append(run.Specs, r.placed(s))
	}
	run.Specs = append(run.Specs, r.found...)
	run.CountCalls()
	run.FailedPrerequisites = r.failedPrerequisites
	run.Waivers = waivers.Apply(r.Waivers, run)
	run.Requirements = reports.Summarize(run.Specs,
		func(id string) reports.Requirement { return describe(id, r.Strict) })
	run.Codes = reports.CountCodes(run.Specs, run.Requirements)
	run.Explored = r.exploration(run.Specs)
	if r.Watch != nil {
		run.Watched = &reports.Watched{Command: r.Watch}
		if r.watched != nil {
			run.Watched = r.watched
		}
	}
	return run
}

// exploration returns how far generated programs have come, and the verdicts on what
// they found.
func (r *Record) exploration(specs []reports.Spec) *reports.Exploration {
	if r.Exploration == nil {
		return nil
	}
	x := reports.Exploration{Seed: uint64(r.Seed)}
	if r.explored != nil {
		x = *r.explored
	}
	x.Explore(specs)
	return &x
}

// blank returns the report without the results of specs.
func (r *Record) blank() *reports.Run {
	run := &reports.Run{
		Started: r.Started, Ended: r.latest, Seconds: (r.spent + r.part()).Seconds(),
		Provider: r.Provider, Peer: r.Peer, Filters: r.Filters, Profiles: r.Profiles, Shard: r.Shard.String(),
		Seed: r.Seed, Drawing: r.Drawing, Challenge: r.Challenge, TimeoutScale: r.TimeoutScale, Strict: r.Strict,
		Conduct: r.Conduct, Environment: r.Environment, Incomplete: r.incomplete,
	}
	if run.Incomplete == "" && !r.finished {
		run.Incomplete = cutOff
		if r.Watch != nil {
			run.Incomplete = "cut off: the process that watches the program was killed"
		}
	}
	used, _ := r.machines.used()
	if len(used) > 1 {
		run.Machines = used
	}
	e := &run.Environment
	e.ProviderFile, e.ProviderSHA256 = r.machines.file()
	e.Code = r.code
	if len(used) > 0 {
		e.Set(used[0])
	}
	return run
}

// placed adds to a result the machine that it is from, if there are several: the machine
// that judged the spec or, while the spec is being judged, the run's machine.
func (r *Record) placed(s reports.Spec) reports.Spec {
	s.Machine = 0
	if len(r.machines.list) < 2 || s.Verdict == reports.NotRun {
		return s
	}
	used, place := r.machines.used()
	if len(used) < 2 {
		return s
	}
	at, judged := r.judgedOn[s.ID]
	if !judged {
		at = r.machines.now
	}
	s.Machine = place[at]
	return s
}

// Waived returns a spec's result as it stands in the report, with the waivers applied.
func (r *Record) Waived(s reports.Spec) reports.Spec {
	run := r.blank()
	run.Specs = []reports.Spec{r.placed(s)}
	waivers.Apply(r.Waivers, run)
	return run.Specs[0]
}

// Blank returns the result of a spec that has not run.
func Blank(one Spec) reports.Spec {
	return reports.Spec{
		ID: one.ID, Title: one.Title, Requirements: one.Requirements,
		Package: one.Package, Place: one.Place, Verdict: reports.NotRun,
	}
}

// describe describes a requirement, as a run that is strict or not takes it.
func describe(id string, strict bool) reports.Requirement {
	if r, ok := client.Lookup(id); ok {
		return reports.Requirement{Level: string(requirement.Must), Rule: r.Says, Source: r.Source}
	}
	e, _ := requirement.Lookup(id)
	q := reports.Requirement{
		Level: string(e.Level), Profile: string(e.Profile), Code: e.Code, Rule: e.Rule, Source: e.Source, Ruling: e.Ruling,
		Rests: string(e.Rests), Statements: reports.StatementsOf(id), Since: e.Since,
		Provisional: e.Provisional && !strict,
	}
	if e.Kind == requirement.NeverCompletion {
		q.Code = "" // which is expected nowhere
	}
	return q
}
