package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// Spec is the only spec that an exploration plans; findings are added to it.
var Spec = journal.Spec{
	ID:    "explore",
	Title: "Generated programs are carried out, and every outcome is compared with the model's", Requirements: []string{},
	Package: "nd2",
}

// An Exploration explores or soaks as a journal's header says, and keeps the journal.
type Exploration struct {
	// Header is the journal's. Its Plan is [Spec].
	Header journal.Header
	// Lab has the command that starts a worker, and the limit of its memory.
	Lab runner.Lab
	// Program is the only one to carry out, or nil if programs are generated.
	Program *program.Program
	// Folder is where findings are written, or empty.
	Folder string
	// Journal returns the journal to write: a new one, or the one to continue. It is called
	// once the provider has opened.
	Journal func() (*journal.Journal, error)
	// Begun, if not nil, is called with the run before the first worker explores.
	Begun func(*reports.Run)
	// Say, if not nil, tells a user how it goes.
	Say func(format string, args ...any)

	session Session
	journal *journal.Journal
	// before is the result of the workers that have ended.
	before reports.Exploration
	broken error // what kept a finding from being written
}

// Run explores, and returns the run. If there is no run, there is nothing to report, and
// the error says why: it is a [runner.RefusedError] or a [WorkerError], or Journal's. An error together
// with a run says that the journal, or the folder of findings, is incomplete.
func (x *Exploration) Run(ctx context.Context) (*reports.Run, error) {
	x.session = Session{
		Provider: x.Header.Provider, Peer: x.Header.Peer, Beside: x.Header.Exploration.Beside, Lab: x.Lab,
		Minimized: x.note, SoFar: x.goesOn, Soaked: x.soaked, Say: x.Say,
	}
	x.before = reports.Exploration{Seed: uint64(x.Header.Seed)}
	ending, err := x.session.look(ctx, x.Header.TimeoutScale)
	switch {
	case err != nil && ctx.Err() == nil: // otherwise it came to its end before a worker was started
		return nil, err
	case x.session.refused != "":
		return nil, runner.RefusedError(x.session.refused)
	}
	if err := x.begin(); err != nil {
		return nil, err
	}
	why := x.unable(ctx, ending)
	if why == "" {
		x.journal.Append(journal.Entry{Kind: journal.Opened, Target: x.session.opened})
		x.session.say("%s provider %s, seed %d", x.verb(), x.Header.Provider, uint64(x.Header.Seed))
		x.journal.Append(journal.Entry{Kind: journal.Started, Text: Spec.ID})
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
func (x *Exploration) begin() (err error) {
	x.journal, err = x.Journal()
	if err != nil {
		return err
	}
	if so, _ := x.journal.Explored(); so != nil {
		x.before = *so
	}
	if x.Begun != nil {
		x.Begun(x.journal.Run())
	}
	return nil
}

// unable says in one line why the provider can't be explored; it is empty if it can be.
func (x *Exploration) unable(ctx context.Context, looked runner.Ending) string {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx).Error()
	case looked.Failed != "":
		return "the provider can't be put under test: " + looked.Failed
	case x.session.opened == nil:
		return "the provider can't be put under test: the process ended while it was opened: " + looked.How
	case !looked.Done:
		return "the provider can't be put under test: the process ended while it was closed: " + looked.How
	}
	return x.slow()
}

// callsOfAProgram is how many calls even a short program makes.
const callsOfAProgram = 300

// slow says that a provider is too slow for a program to end in the time that there is;
// it is empty if it is not.
func (x *Exploration) slow() string {
	latency := x.session.latency
	needs := callsOfAProgram * latency
	if lasts := x.Header.Exploration.For; lasts == 0 || needs <= lasts {
		return ""
	}
	return fmt.Sprintf(
		"the provider is slow: a call that has nothing to wait for takes it %v, and a program makes some %d; use --for=%v "+
			"or more",
		latency.Round(10*time.Millisecond), callsOfAProgram, (10 * needs).Round(time.Minute))
}

func (x *Exploration) verb() string {
	if x.Header.Exploration.Soak {
		return "soaking"
	}
	return "exploring"
}

// workers makes workers explore, one after another, since a provider may end them. It returns
// what kept the exploration from reaching its end.
func (x *Exploration) workers(ctx context.Context) (why string, err error) {
	if x.Header.Exploration.Soak {
		return x.soakOnce(ctx)
	}
	for {
		o, over := x.left()
		if over {
			return "", nil
		}
		result, err := x.worker(ctx, o)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx).Error(), nil //nolint:nilerr // It is why the exploration ended.
		case errors.As(err, new(*WorkerError)), errors.As(err, new(runner.RefusedError)):
			return "", err
		case err != nil:
			return "no program could be carried out: " + err.Error(), nil //nolint:nilerr // It is why the exploration ended.
		}
		done, _ := x.journal.Explored()
		x.before = *done
		if x.Program != nil || result.Programs == 0 {
			return "", nil
		}
	}
}

// worker makes one worker explore, until its end.
func (x *Exploration) worker(ctx context.Context, o explore.Options) (result explore.Result, err error) {
	if x.Program != nil {
		result, err = x.session.Replay(ctx, *x.Program, o)
	} else {
		result, err = x.session.Explore(ctx, o)
	}
	if err == nil {
		x.goesOn(result)
	}
	return result, err
}

// left returns what is left to explore.
func (x *Exploration) left() (o explore.Options, over bool) {
	asked := x.Header.Exploration
	run := x.journal.Run()
	failed := run.Count()[reports.Fail] + run.Count()[reports.Error]
	o = explore.Options{
		Seed: uint64(x.Header.Seed), TimeoutScale: x.Header.TimeoutScale, First: x.before.Programs,
		For: asked.For - time.Duration(x.before.Seconds*float64(time.Second)), Programs: asked.Programs - x.before.Programs,
		Lanes: asked.Lanes, Findings: asked.Findings - failed, Excused: x.excused(),
	}
	_, found := x.journal.Explored()
	for _, f := range found {
		if f.Program.Beside {
			o.KnownBeside = append(o.KnownBeside, f.Requirements...)
		} else {
			o.Known = append(o.Known, f.Requirements)
		}
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
func (x *Exploration) excused() (rules []string) {
	for _, w := range x.Header.Waivers {
		if w.Of(x.Header.Provider, x.session.opened.ProviderVersion) && !w.Expired(x.Header.Started) {
			rules = append(rules, w.ID)
		}
	}
	return rules
}

// goesOn notes the worker's result up to now.
func (x *Exploration) goesOn(r explore.Result) {
	so := x.before
	so.Programs += r.Programs
	so.Steps += r.Steps
	so.Seconds += r.Seconds
	so.Unanswered += r.Unanswered
	if name := x.Header.Exploration.Beside; name != "" {
		b := &reports.Beside{Provider: name}
		if so.Beside != nil {
			*b = *so.Beside
		}
		b.Same, b.Allowed = b.Same+r.Beside.Same, b.Allowed+r.Beside.Allowed
		b.Differ, b.Unclear = b.Differ+r.Beside.Differ, b.Unclear+r.Beside.Unclear
		so.Beside = b
	}
	so.Transitions = joined(so.Transitions, r.Transitions)
	x.journal.Append(journal.Entry{Kind: journal.Explored, Explored: &so})
}

// joined adds up the transitions that two workers have visited.
func joined(a reports.Transitions, b explore.Transitions) reports.Transitions {
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
func (x *Exploration) note(f explore.Finding) {
	title := "A generated program shows that the rule is broken"
	if f.Beside {
		title = "A generated program goes otherwise on the provider beside; the rule says which of the two is right"
	}
	x.noteAs(title, f)
}

func (x *Exploration) noteAs(title string, f explore.Finding) {
	_, before := x.journal.Explored()
	s := specOf(title, f, before)
	if x.broken == nil {
		s.Program.File = fileOf(x.Folder, s)
		if x.broken = keep(x.Folder, x.journal.Run(), s); x.broken != nil {
			s.Program.File = ""
		}
	}
	x.journal.Append(journal.Entry{Kind: journal.Found, Spec: &s})
}

// end notes how the exploration has ended. An exploration without a program proves
// nothing.
func (x *Exploration) end(why string) {
	so, found := x.journal.Explored()
	switch {
	case why != "":
		x.journal.Append(journal.Entry{Kind: journal.Incomplete, Text: why})
	case so == nil || so.Programs == 0 && so.Soak == nil && len(found) == 0:
		x.journal.Append(journal.Entry{Kind: journal.Incomplete, Text: x.nothing()})
	default:
		s := journal.Blank(Spec)
		s.Verdict, s.Seconds = reports.Pass, so.Seconds
		x.journal.Append(journal.Entry{Kind: journal.Ended, Spec: &s})
	}
	x.journal.Append(journal.Entry{Kind: journal.Finished})
}

func (x *Exploration) nothing() string {
	if x.Header.Exploration.Soak {
		return "nothing was carried"
	}
	return "no program was carried out to its end"
}
