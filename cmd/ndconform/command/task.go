package command

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/evidence"
	"github.com/ndconform/ndconform/runner/journal"
)

// A task is what is to be run: a plan, or what is left in a journal.
type task struct {
	config runner.Config
	plan   []runner.Spec
	// resume is the journal to continue, or nil, and resumed its file.
	resume  *journal.Journal
	resumed *os.File
	// says is what the user is told when the task begins.
	says string
}

// left lists the specs that are still to be run.
func (t *task) left() []runner.Spec {
	if t.resume != nil {
		return t.resume.Rest()
	}
	return t.config.Shard.Of(t.plan)
}

// selectors are those of the providers that a task opens.
func (t *task) selectors() []string {
	if t.resume != nil {
		h := t.resume.Header()
		return []string{h.Provider, h.Peer}
	}
	return []string{t.config.Provider, t.config.Peer}
}

// task returns what the flags ask to be run. It opens no provider and writes
// nothing.
func (a *app) task(f *runFlags) (*task, error) {
	t := &task{}
	var err error
	t.config.Lab, err = f.lab()
	if err != nil {
		return nil, err
	}
	switch {
	case f.resume != "":
		return t, a.resumed(f, t)
	case f.rerunFailed != "":
		return t, a.failed(f, t)
	}
	return t, a.selected(f, t)
}

// selected fills in a task with what is selected.
func (a *app) selected(f *runFlags, t *task) error {
	if err := f.subject(&t.config); err != nil {
		return err
	}
	selection, err := f.selection.parse()
	if err != nil {
		return err
	}
	digest := func() (string, error) { return "", nil }
	if len(selection.Filters) == 0 && len(selection.Profiles) == 0 {
		digest = binary.OwnDigest()
	}
	suite, err := a.suite(f)
	if err != nil {
		return err
	}
	t.config.Selection, t.config.Environment = selection, a.environmentBy(f, suite)
	t.config.Environment.Binary, err = digest()
	if err != nil {
		return exit.HarnessError("the binary that runs: %v", err)
	}
	t.plan, err = a.choose(selection, suite)
	if err != nil {
		return err
	}
	t.config.Probes = f.probes(suite, t.plan, selection.Filters)
	return f.check(t)
}

// notRun counts the specs that a run left out because of what others found.
func notRun(r *journal.Record) (n int) {
	for _, s := range r.Run().Specs {
		if s.Verdict == reports.NotRun && s.CauseSpec != "" {
			n++
		}
	}
	return n
}

// failed fills in a task with what failed in the run of a journal. Where flags and
// journal differ, the flags win.
func (a *app) failed(f *runFlags, t *task) error {
	if err := f.exclusive("rerun-failed", "filter", "profile", "resume"); err != nil {
		return err
	}
	old, err := readJournal("rerun-failed", f.rerunFailed)
	if err != nil {
		return err
	}
	if !old.OfSuite() {
		return exit.UsageError("--rerun-failed: %s is of an exploration, or of a program that was watched, "+
			"which run no specs", f.rerunFailed)
	}
	f.provider, f.peer = cmp.Or(f.provider, old.Provider), cmp.Or(f.peer, old.Peer)
	if f.origins["seed"] == "" && f.challenge == "" {
		f.seed, f.origins["seed"] = old.Seed, f.rerunFailed
	}
	if f.origins["draw"] == "" && len(f.shape) == 0 {
		f.draw = strconv.FormatUint(old.Draw, 10)
		if old.Shape != "" {
			f.shape = []string{old.Shape}
		}
	}
	if f.origins["timeout-scale"] == "" {
		f.timeoutScale = old.TimeoutScale
	}
	if f.origins["strict"] == "" {
		f.strict = old.Strict
	}
	if err := f.subject(&t.config); err != nil {
		return err
	}
	suite, err := a.suite(f)
	if err != nil {
		return err
	}
	t.config.Environment = a.environmentBy(f, suite)
	for _, one := range old.Failed() {
		i := slices.IndexFunc(suite, func(s runner.Spec) bool { return s.ID == one.ID })
		if i < 0 {
			fmt.Fprintf(a.err, "%s: %s failed and is not in this suite\n", a.program, one.ID)
			continue
		}
		t.plan = append(t.plan, suite[i])
		t.config.Selection.Filters = append(t.config.Selection.Filters, one.ID)
	}
	if len(t.plan) == 0 {
		return &exit.Error{Code: exit.Nothing, Text: "nothing ran: no spec failed in " + f.rerunFailed}
	}
	t.config.Probes = f.probes(suite, t.plan, t.config.Selection.Filters)
	if err := f.check(t); err != nil {
		return err
	}
	if left := notRun(old); left > 0 {
		t.says += fmt.Sprintf(": what failed, and %s not run because of that", plural.Of(left, "spec"))
	}
	return nil
}

// resumed fills in a task with what is left in a journal, which says everything
// else about the run, too.
func (a *app) resumed(f *runFlags, t *task) error {
	if err := f.exclusive("resume", "provider", "peer", "filter", "profile", "shard", "seed", "draw", "shape",
		"challenge", "timeout-scale", "strict", "waivers", "journal", "repeat", "draws", "until-failure",
		"rerun-failed"); err != nil {
		return err
	}
	f.journal, f.repeat, f.draws, f.untilFailure = "", 1, 1, false
	suite, err := a.suite(f)
	if err != nil {
		return err
	}
	h, err := a.continued(f, t, suite, false)
	if err != nil {
		return err
	}
	t.config.Seed, t.config.Probes = h.Seed, f.probes(suite, h.Plan, h.Filters)
	t.says = fmt.Sprintf("continuing with %d of %s on provider %s, %s", len(t.left()),
		plural.Of(len(h.Shard.Of(h.Plan)), "spec"), h.Provider, reports.SeedWords(h.Seed, h.Drawing, h.Challenge))
	return nil
}

// continued opens the journal that --resume names, which is of an exploration or of specs.
func (a *app) continued(f *runFlags, t *task, suite []runner.Spec, explored bool) (h journal.Header, err error) {
	t.resume, t.resumed, err = journal.Resume(f.resume, a.environment(suite).Machine(), a.inputs(f))
	if err != nil {
		return h, exit.UsageError("--resume: %v", err)
	}
	h = t.resume.Header()
	switch {
	case h.Watch != nil:
		err = exit.UsageError("--resume: %s is of a program that was watched: run that again", f.resume)
	case h.Exploration == nil && explored:
		err = exit.UsageError("--resume: %s is of a run of specs; %s --resume=%s continues it", f.resume, a.program, f.resume)
	case h.Exploration != nil && !explored:
		err = exit.UsageError("--resume: %s is of an exploration; %s explore --resume=%s continues it", f.resume, a.program,
			f.resume)
	default:
		err = a.sameBinary(f.resume, h, suite)
	}
	if err == nil && !explored {
		err = f.spoils(h)
	}
	if err != nil {
		t.resumed.Close()
	}
	return h, err
}

// spoils refuses a baseline for a run that could be certified without it.
func (f *runFlags) spoils(h journal.Header) error {
	whole := h.Environment.Binary != "" // which is noted of no other run
	if f.baseline == "" || !whole || h.Environment.HeldToBaseline() {
		return nil
	}
	return exit.UsageError("--resume: %s is of the whole suite, and was held to no baseline so far: with --baseline (%s) "+
		"it could not be certified; leave that out, and compare the runs afterwards", f.resume, f.origins["baseline"])
}

// sameBinary checks that a journal is of a run by this binary: all the results in a
// journal must come from one program.
func (a *app) sameBinary(path string, h journal.Header, suite []runner.Spec) error {
	theirs, ours := h.Environment, a.environment(suite)
	if theirs.Suite != ours.Suite || theirs.Catalogue != ours.Catalogue || theirs.Version != ours.Version ||
		theirs.Commit != ours.Commit {
		return exit.UsageError("--resume: %s is of another suite: of %s %s; this is %s %s", path, theirs.Version,
			theirs.Commit,
			ours.Version, ours.Commit)
	}
	if theirs.Binary != "" {
		var err error
		ours.Binary, err = binary.OwnDigest()()
		if err != nil {
			return exit.HarnessError("the binary that runs: %v", err)
		}
	}
	if theirs.Binary != ours.Binary || theirs.BuildID != ours.BuildID {
		return exit.UsageError("--resume: %s is of another build of %s; a run has one build throughout", path, ours.Program)
	}
	return nil
}

// check checks what a new run needs besides its plan.
func (f *runFlags) check(t *task) error {
	if f.shard != "" || f.given("shard") {
		shard, err := journal.ParseShard(f.shard)
		if err != nil {
			return exit.UsageError("--shard: %v", err)
		}
		t.config.Shard = shard
	}
	if len(t.left()) == 0 {
		return &exit.Error{Code: exit.Nothing, Text: fmt.Sprintf("nothing ran: shard %s of %s is empty", f.shard,
			plural.Of(len(t.plan), "spec"))}
	}
	var err error
	if t.config.Waivers, err = f.excused(); err != nil {
		return err
	}
	if err := f.checkRounds(); err != nil {
		return err
	}
	t.says = fmt.Sprintf("running %s on provider %s, %s", plural.Of(len(t.left()), "spec"), t.config.Provider,
		reports.SeedWords(t.config.Seed, t.config.Drawing, t.config.Challenge))
	return nil
}

// checkRounds checks what several runs are made for: one reason at most.
func (f *runFlags) checkRounds() error {
	var why []string
	for _, r := range []struct {
		name string
		n    int
	}{{"draws", f.draws}, {"repeat", f.repeat}} {
		if r.n < 1 {
			return exit.UsageError("--%s must be at least 1, and is %d", r.name, r.n)
		}
		if r.n > 1 {
			why = append(why, "--"+r.name)
		}
	}
	if f.untilFailure {
		why = append(why, "--until-failure")
	}
	switch {
	case len(why) > 1:
		return exit.UsageError("%s can't go together", strings.Join(why, " and "))
	case f.isolate == isolateNone && (f.rounds() > 1 || f.untilFailure):
		return exit.UsageError("--isolate=none runs the suite once: several runs need worker processes")
	case f.draws > 1 && slices.Contains(f.shapes(), plainShape):
		return exit.UsageError("--shape=plain is one shape for all specs: --draws can't go with it")
	}
	return nil
}

// probes returns the specs among which the probes are. A user who names specs wants just those to be
// run, so only probes among them are used. Without worker processes there are none, since there is no
// second process to confirm a failure in.
func (f *runFlags) probes(suite, plan []runner.Spec, filters []string) []runner.Spec {
	switch {
	case f.isolate == isolateNone:
		return nil
	case len(filters) > 0:
		return plan
	}
	return suite
}

func readJournal(flag, path string) (*journal.Record, error) {
	r, err := journal.Read(path)
	if err != nil {
		return nil, exit.UsageError("--%s: %v", flag, err)
	}
	return r, nil
}

func (a *app) certifiedSuite() (*certificate.Suite, error) {
	specs, err := runner.Suite()
	if err != nil {
		return nil, exit.HarnessError("the suite: %v", err)
	}
	return evidence.Suite(specs, a.environment(specs)), nil
}
