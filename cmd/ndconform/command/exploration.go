package command

import (
	"context"
	"fmt"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// explorationSpec is the only spec that an exploration plans; findings are added to it.
var explorationSpec = journal.Spec{ID: "explore", Title: "Generated programs are carried out, and every outcome is compared with the model's", Requirements: []string{}, Package: "nd2"}

// An exploration carries out generated programs and keeps a journal of it.
type exploration struct {
	*session
	expedition
	header  journal.Header
	journal *journal.Journal
	// program is the only one to carry out, or nil if programs are generated.
	program *program.Program
	// folder is where findings are written, or empty.
	folder string
	// before is the result of the workers that have ended.
	before reports.Exploration
	broken error // what kept a finding from being written
}

func newExploration(s *session, h journal.Header, p *program.Program) *exploration {
	x := &exploration{session: s, header: h, program: p}
	x.expedition = expedition{
		provider: h.Provider, peer: h.Peer, lab: runner.Lab{MemoryLimit: int64(s.flags.memoryLimit)},
		shrunk: x.note, soFar: x.goesOn, soaked: x.soaks, says: s.say,
	}
	x.before = reports.Exploration{Seed: uint64(h.Seed)}
	return x
}

// run explores, and returns the run. If there is no run, there is nothing to report, and
// the error says why; an error together with a run says that the journal is incomplete.
func (x *exploration) run(ctx context.Context) (*reports.Run, error) {
	ending, err := x.probe(ctx, x.header.TimeoutScale)
	switch {
	case err != nil && ctx.Err() == nil: // otherwise it came to its end before a worker was started
		return nil, err
	case x.refused != "":
		return nil, usageError("%s", x.refused)
	}
	if err := x.begin(); err != nil {
		return nil, harnessError("%v", err)
	}
	x.early = x.report(x.journal.Run(), false)
	why := x.unable(ctx, ending)
	if why == "" {
		x.journal.Append(journal.Entry{Kind: journal.Opened, Target: x.opened})
		x.say("%s provider %s, seed %d", x.verb(), x.header.Provider, uint64(x.header.Seed))
		x.journal.Append(journal.Entry{Kind: journal.Started, Text: explorationSpec.ID})
		why, err = x.workers(ctx)
	}
	if err != nil {
		return nil, err
	}
	x.end(why)
	run := x.journal.Run()
	if err := x.journal.Err(); err != nil {
		return run, err
	}
	return run, x.broken
}

// begin begins the journal, or continues one.
func (x *exploration) begin() (err error) {
	x.journal = x.task.resume
	if x.journal == nil {
		x.journal, err = journal.New(x.record.fresh(), x.header)
		return err
	}
	if so, _ := x.journal.Explored(); so != nil {
		x.before = *so
	}
	return nil
}

// unable says in one line why the provider can't be explored; it is empty if it can be.
func (x *exploration) unable(ctx context.Context, probed runner.Ending) string {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx).Error()
	case probed.Failed != "":
		return "the provider can't be put under test: " + probed.Failed
	case x.opened == nil:
		return "the provider can't be put under test: the process ended while it was opened: " + probed.How
	case !probed.Done:
		return "the provider can't be put under test: the process ended while it was closed: " + probed.How
	}
	return x.slow()
}

// callsOfAProgram is how many calls even a short program makes.
const callsOfAProgram = 300

// slow says that a provider is too slow for a program to end in the time that there is;
// it is empty if it is not.
func (x *exploration) slow() string {
	needs := callsOfAProgram * x.pace
	if lasts := x.header.Exploration.For; lasts == 0 || needs <= lasts {
		return ""
	}
	return fmt.Sprintf("the provider is slow: a call that has nothing to wait for takes it %v, and a program makes some %d; use --for=%v or more",
		x.pace.Round(10*time.Millisecond), callsOfAProgram, (10 * needs).Round(time.Minute))
}

func (x *exploration) verb() string {
	if x.header.Exploration.Soak {
		return "soaking"
	}
	return "exploring"
}

// workers has workers explore, one after another, since a provider may end them. It returns
// what kept the exploration from reaching its end.
func (x *exploration) workers(ctx context.Context) (why string, err error) {
	if x.header.Exploration.Soak {
		return x.soakOnce(ctx)
	}
	for {
		o, over := x.left()
		if over {
			return "", nil
		}
		var result explore.Result
		if x.program != nil {
			result, err = x.replay(ctx, *x.program, o)
		} else {
			result, err = x.explore(ctx, o)
		}
		if err == nil {
			x.goesOn(result)
		}
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx).Error(), nil //nolint:nilerr // It is why the exploration ended.
		case err != nil && exitCode(err) == exitHarness, err != nil && x.refused != "":
			return "", err
		case err != nil:
			return "no program could be carried out: " + err.Error(), nil //nolint:nilerr // It is why the exploration ended.
		}
		done, _ := x.journal.Explored()
		x.before = *done
		if x.program != nil || result.Programs == 0 {
			return "", nil
		}
	}
}

// left returns what is left to explore.
func (x *exploration) left() (o explore.Options, over bool) {
	asked := x.header.Exploration
	run := x.journal.Run()
	failed := run.Count()[reports.Fail] + run.Count()[reports.Error]
	o = explore.Options{
		Seed: uint64(x.header.Seed), TimeoutScale: x.header.TimeoutScale, First: x.before.Programs,
		For: asked.For - time.Duration(x.before.Seconds*float64(time.Second)), Programs: asked.Programs - x.before.Programs, Lanes: asked.Lanes, Findings: asked.Findings - failed, Excused: x.excused(),
	}
	_, found := x.journal.Explored()
	for _, f := range found {
		o.Known = append(o.Known, f.Requirements)
	}
	over = o.Findings <= 0 || asked.For > 0 && o.For <= 0 || asked.Programs > 0 && o.Programs <= 0
	if asked.For == 0 {
		o.For = 0
	}
	if asked.Programs == 0 {
		o.Programs = 0
	}
	return o, over
}

// excused returns the rules that the provider is excused from.
func (x *exploration) excused() (rules []string) {
	for _, w := range x.header.Waivers {
		if w.Of(x.header.Provider, x.opened.ProviderVersion) && !w.Expired(x.header.Started) {
			rules = append(rules, w.ID)
		}
	}
	return rules
}

// goesOn notes the worker's result up to now.
func (x *exploration) goesOn(r explore.Result) {
	so := x.before
	so.Programs += r.Programs
	so.Steps += r.Steps
	so.Seconds += r.Seconds
	so.Unanswered += r.Unanswered
	so.Transitions = joinedTransitions(so.Transitions, r.Transitions)
	x.journal.Append(journal.Entry{Kind: journal.Explored, Explored: &so})
}

// joinedTransitions adds up the transitions that two workers have visited.
func joinedTransitions(a reports.Transitions, b explore.Transitions) reports.Transitions {
	sum := reports.Transitions{Known: max(a.Known, b.Known), Table: map[string]int{}}
	for _, table := range []map[string]int{a.Table, b.Table} {
		for name, n := range table {
			sum.Table[name] += n
		}
	}
	sum.Visited = len(sum.Table)
	for _, name := range b.NotVisited {
		if sum.Table[name] == 0 {
			sum.NotVisited = append(sum.NotVisited, name)
		}
	}
	return sum
}

// note notes a finding.
func (x *exploration) note(f explore.Finding) {
	x.noteAs("A generated program shows that the rule is broken", f)
}

func (x *exploration) noteAs(title string, f explore.Finding) {
	_, before := x.journal.Explored()
	s := specOf(title, f, before)
	x.journal.Append(journal.Entry{Kind: journal.Found, Spec: &s})
	if x.broken == nil {
		x.broken = keep(x.folder, x.journal.Run(), s)
	}
}

// end notes how the exploration has ended. An exploration without a program proves
// nothing.
func (x *exploration) end(why string) {
	so, found := x.journal.Explored()
	switch {
	case why != "":
		x.journal.Append(journal.Entry{Kind: journal.Incomplete, Text: why})
	case so == nil || so.Programs == 0 && so.Soak == nil && len(found) == 0:
		x.journal.Append(journal.Entry{Kind: journal.Incomplete, Text: x.nothing()})
	default:
		s := journal.Blank(explorationSpec)
		s.Verdict, s.Seconds = reports.Pass, so.Seconds
		x.journal.Append(journal.Entry{Kind: journal.Ended, Spec: &s})
	}
	x.journal.Append(journal.Entry{Kind: journal.Finished})
}

func (x *exploration) nothing() string {
	if x.header.Exploration.Soak {
		return "nothing was carried"
	}
	return "no program was carried out to its end"
}
