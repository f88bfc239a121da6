package command

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   a.program + " --provider=NAME[,key=value…]",
		Short: "Decide whether an ND2 service provider does what the documents say",
		Long: `Runs the suite, or the part of it that is selected, against a provider and
reports what it found.

Exit codes: 0 conformant, 1 a failure or an error, 2 bad arguments or
configuration, 3 the harness itself failed, 4 nothing ran.`,
		Example: "  " + a.program + ` --provider=ref --junit-report=nd2.xml
  ` + a.program + ` --provider=ref --filter='cq.*,srq.notify.*' --profile=core`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.configure(c); err != nil {
				return err
			}
			return a.run(&f)
		},
	}
	f.add(c)
	return c
}

// run runs what the flags ask for, once or until a run is not conformant, and
// reports the last run.
func (a *app) run(f *runFlags) error {
	t, err := a.task(f)
	if err != nil {
		return err
	}
	if err := f.wholeProfiles(); err != nil {
		return err
	}
	base, err := f.readBaseline()
	if err != nil {
		return err
	}
	if base != nil {
		a.tellLeftOut(base.side.LeftOut)
	}
	files := f.outputs()
	if err := files.open(); err != nil {
		return err
	}
	t.config.Known = base.known()
	record, err := openRecord(f, files, t)
	if err != nil {
		files.discard()
		return err
	}
	t.config.Dumps = record.path
	s := &session{app: a, flags: f, task: t, files: files, record: record, baseline: base}
	if len(t.config.Worker) > 0 { // otherwise this process is for a debugger
		child.Seclude()
	}
	ctx, stop := interruptible(s.writing.Lock)
	defer stop()
	ctx, cancel := within(ctx, f.timeBudget)
	defer cancel()
	run, err := s.rounds(ctx)
	if run == nil {
		files.discard()
		record.remove()
		if refused := (*runner.ConfigurationError)(nil); errors.As(err, &refused) {
			return usageError("%v", refused)
		}
		return harnessError("%v", err)
	}
	return s.finish(run, err)
}

// within returns a context that ends when the budget of time is used up, if there is one.
func within(ctx context.Context, budget time.Duration) (context.Context, context.CancelFunc) {
	if budget == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, budget, fmt.Errorf("the time budget of %v is used up", budget))
}

// A session carries out a task.
type session struct {
	*app
	flags  *runFlags
	task   *task
	files  outputs
	record *record
	// baseline is the run that this one is held to, or nil.
	baseline *baseline
	// early are the errors that kept the reports that precede a run from being written.
	early []error
	// writing is held while reports are written, so that nothing short of a kill leaves
	// half a report.
	writing sync.Mutex
}

// report writes the reports of a run. It returns an error for each that it could not write.
func (s *session) report(run *reports.Run, final bool) []error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.files.report(run, final)
}

// rounds returns the last run, or an error if there is none.
func (s *session) rounds(ctx context.Context) (*reports.Run, error) {
	f, t := s.flags, s.task
	tally := reports.Tally{}
	for round := 1; ; round++ {
		run, err := s.once(ctx, round)
		if run != nil {
			run.Repeats = repeats(tally, run, round)
		}
		last := !f.untilFailure && round >= f.repeat
		good := run != nil && s.baseline.holds(run)
		if err != nil || !good || last {
			if round > 1 && run != nil && !good {
				s.say("round %d %s; --seed=%d repeats it", round, s.baseline.verb(), t.config.Seed)
			}
			return run, err
		}
		t.config.Seed++
	}
}

// repeats adds a run to the tally and returns what the runs so far do not agree on,
// which is nothing for the first one.
func repeats(tally reports.Tally, run *reports.Run, round int) *reports.Repeats {
	tally.Add(run)
	if round == 1 {
		return nil
	}
	return &reports.Repeats{Runs: round, Unsteady: tally.Unsteady()}
}

// announce says what is run, once the provider is open: if it refuses to open, only
// the refusal is shown.
func (s *session) announce(round int) {
	f, t := s.flags, s.task
	if round == 1 {
		s.say("%s", t.says)
		if s.record.temporary {
			s.say("the journal is %s", s.record.path)
		}
	}
	if f.repeat > 1 {
		s.say("round %d of %d, seed %d", round, f.repeat, t.config.Seed)
	} else if f.untilFailure {
		s.say("round %d, seed %d", round, t.config.Seed)
	}
}

// once runs the task one time.
func (s *session) once(ctx context.Context, round int) (run *reports.Run, err error) {
	t := s.task
	announce := sync.OnceFunc(func() { s.announce(round) })
	shown := newProgress(s.progressTo(), len(t.left()))
	if !s.flags.verbose {
		shown.most = failuresAtOnce
	}
	defer shown.clear()
	lab := t.config.Lab
	lab.Judged = shown.judged
	lab.Begun = func(run *reports.Run) {
		announce()
		s.early = s.report(run, false)
	}
	if t.resume != nil {
		run, err = runner.Resume(ctx, t.resume, lab)
	} else {
		config := t.config
		config.Lab, config.Journal = lab, s.record.fresh()
		run, err = runner.Run(ctx, t.plan, config)
	}
	if run != nil { // a run can be reported although nothing was opened
		announce()
	}
	return run, err
}

// finish writes the reports of the last run and says how it went.
func (s *session) finish(run *reports.Run, broken error) error {
	err := errors.Join(broken, distinct(s.early, s.report(run, true)))
	if !s.flags.quiet {
		text := s.printed(run)
		if os.Getenv("GITHUB_ACTIONS") == "true" {
			text = append(reports.Literal(text, rand.Text()), reports.Annotations(run)...)
		}
		_, e := s.prints().Write(text)
		err = errors.Join(err, e)
		if perhapsClosed(os.Stdout) && !s.files.printed() {
			s.say("standard output is closed, or %s: the report that is printed there is lost; --quiet says that none is wanted", os.DevNull)
		}
	}
	err = errors.Join(err, s.files.intact(), s.files.close())
	ofUse := err != nil || run.Incomplete != "" && run.Judged() > 0
	if kept := s.record.done(ofUse); kept != "" {
		s.say("the journal is kept in %s; --resume=%s continues it", kept, kept)
	}
	if err != nil {
		return harnessError("%v", err)
	}
	if err := s.outcome(run); err != nil {
		return err
	}
	return s.flags.observed.require(selected(run, reports.Profiles(run, requirement.All())))
}

// printed returns what is printed of a run.
func (s *session) printed(run *reports.Run) []byte {
	if s.flags.verbose {
		return reports.Text(run, requirement.All())
	}
	return reports.Screen(run, requirement.All(), s.flags.rest())
}

// rest says where all is that is known of a run.
func (f *runFlags) rest() string {
	var where []string
	for _, path := range []string{f.html, f.json, f.junit, f.markdown} {
		if path != "" {
			where = append(where, path)
		}
	}
	if f.journal != "" {
		where = append(where, "ndconform report --from="+f.journal)
	}
	if len(where) == 0 {
		return "--verbose prints it, --html-report=FILE writes a page"
	}
	return strings.Join(where, ", ") + "; or --verbose"
}

// distinct joins errors, and keeps one of those that say the same.
func distinct(lists ...[]error) error {
	var all []error
	for _, err := range slices.Concat(lists...) {
		if !slices.ContainsFunc(all, func(earlier error) bool { return earlier.Error() == err.Error() }) {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}

// say tells a user how the run goes.
func (s *session) say(format string, args ...any) {
	if !s.flags.quiet {
		fmt.Fprintf(s.err, format+"\n", args...)
	}
}

// prints is where the text report goes: to standard output, unless another one is wanted there.
func (s *session) prints() io.Writer {
	if s.files.printed() {
		return s.err
	}
	return s.out
}

func (s *session) progressTo() io.Writer {
	if s.flags.quiet {
		return io.Discard
	}
	return s.err
}

// outputs lists the files that are asked for.
func (f *runFlags) outputs() outputs {
	var list outputs
	for _, o := range []*output{
		{flag: "journal", path: f.journal},
		{flag: "junit-report", path: f.junit, format: reports.JUnit},
		{flag: "json-report", path: f.json, format: jsonReport},
		{flag: "html-report", path: f.html, format: htmlReport},
		{flag: "markdown-report", path: f.markdown, format: markdownReport},
		{flag: "badge", path: f.badge, format: badgeFor(f.badge)},
	} {
		if o.path != "" {
			list = append(list, o)
		}
	}
	return list
}
