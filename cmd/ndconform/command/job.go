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

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/compare"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/text"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

// A job carries out a task.
type job struct {
	teller
	flags  *runFlags
	task   *task
	record *record
	// baseline is the run that this one is held to, or nil.
	baseline *baseline
	// early are the errors that kept the reports that precede a run from being written.
	early []error
}

// A teller writes reports, and tells a user how it goes.
type teller struct {
	*app
	quiet bool
	files output.Files
	// writing is held while reports are written, so that nothing short of a kill leaves
	// half a report.
	writing sync.Mutex
}

// say tells a user how it goes.
func (t *teller) say(format string, args ...any) {
	if !t.quiet {
		fmt.Fprintln(t.err, printable.Text(fmt.Sprintf(format, args...)))
	}
}

// prints is where text goes: to standard output, unless a report is wanted there.
func (t *teller) prints() io.Writer {
	if t.files.Printed() {
		return t.err
	}
	return t.out
}

// newJob opens the outputs that the flags name, unless refuse refuses them, and the journal.
func (a *app) newJob(f *runFlags, t *task, refuse func(output.Files) error) (*job, error) {
	files := f.outputs()
	if err := files.Open(); err != nil {
		return nil, err
	}
	err := refuse(files)
	var record *record
	if err == nil {
		record, err = openRecord(f, files, t)
	}
	if err != nil {
		files.Discard()
		return nil, err
	}
	return &job{teller: teller{app: a, quiet: f.quiet, files: files}, flags: f, task: t, record: record}, nil
}

func anyFiles(output.Files) error { return nil }

// discard closes what newJob has opened, and removes what it has made.
func (j *job) discard() {
	j.files.Discard()
	j.record.remove()
}

// begin returns a context that ends when the user interrupts the job, or its time is used up.
func (j *job) begin() (ctx context.Context, end func()) {
	ctx, stop := interruptible(j.writing.Lock)
	budget := j.flags.timeBudget
	if budget == 0 {
		return ctx, stop
	}
	ctx, cancel := context.WithTimeoutCause(ctx, budget, fmt.Errorf("the time budget of %v is used up", budget))
	return ctx, func() {
		cancel()
		stop()
	}
}

// report writes the reports of a run. It returns an error for each that it could not write.
func (j *job) report(run *reports.Run, final bool) []error {
	j.writing.Lock()
	defer j.writing.Unlock()
	return j.files.Report(run, final)
}

// rounds returns the last run, or an error if there is none.
func (j *job) rounds(ctx context.Context) (*reports.Run, error) {
	f, t := j.flags, j.task
	tally := reports.Tally{}
	for round := 1; ; round++ {
		run, err := j.once(ctx, round)
		if run != nil {
			run.Repeats = repeats(tally, run, round)
		}
		last := !f.untilFailure && round >= f.rounds()
		good := run != nil && j.baseline.holds(run)
		if err != nil || !good || last {
			if round > 1 && run != nil && !good {
				j.say("round %d %s; %s repeats it", round, j.baseline.verb(), strings.ReplaceAll("--"+f.differs(t), " ", "="))
			}
			return run, err
		}
		if f.draws > 1 {
			t.config.Draw++
			clear(tally) // what differs with the draw is not unsteady
		} else {
			t.config.Seed++
		}
	}
}

// rounds is how many runs are made, if all are conformant.
func (f *runFlags) rounds() int { return max(f.repeat, f.draws) }

// differs says in what rounds differ: the seed, or the draw.
func (f *runFlags) differs(t *task) string {
	if f.draws > 1 {
		return fmt.Sprintf("draw %d", t.config.Draw)
	}
	return fmt.Sprintf("seed %d", t.config.Seed)
}

// repeats adds a run to the tally and returns what the runs so far do not agree on,
// which is nothing for the first one.
func repeats(tally reports.Tally, run *reports.Run, round int) *reports.Repeats {
	first := len(tally) == 0
	tally.Add(run)
	if first {
		return nil
	}
	return &reports.Repeats{Runs: round, Unsteady: tally.Unsteady()}
}

// announce says what is run, once the provider is open: if it refuses to open, only
// the refusal is shown.
func (j *job) announce(round int) {
	f, t := j.flags, j.task
	if round == 1 {
		j.say("%s", t.says)
		if j.record.temporary {
			j.say("the journal is %s", j.record.Path)
		}
	}
	if n := f.rounds(); n > 1 {
		j.say("round %d of %d, %s", round, n, f.differs(t))
	} else if f.untilFailure {
		j.say("round %d, seed %d", round, t.config.Seed)
	}
}

// once runs the task one time.
func (j *job) once(ctx context.Context, round int) (run *reports.Run, err error) {
	t := j.task
	announce := sync.OnceFunc(func() { j.announce(round) })
	shown := newProgress(j.progressTo(), len(t.left()))
	shown.failures = j.flags.verbose // or else the report's first line is the first cause
	defer shown.clear()
	lab := t.config.Lab
	lab.Judged = shown.judged
	lab.Begun = func(run *reports.Run) {
		announce()
		j.early = j.report(run, false)
	}
	if t.resume != nil {
		run, err = runner.Resume(ctx, t.resume, lab)
	} else {
		config := t.config
		config.Lab, config.Journal = lab, j.record.fresh()
		if j.flags.untilFailure {
			config.Round = round
		} else if n := j.flags.rounds(); n > 1 {
			config.Round, config.Rounds = round, n
		}
		run, err = runner.Run(ctx, t.plan, config)
	}
	if run != nil { // a run can be reported although nothing was opened
		announce()
	}
	return run, err
}

// finish writes the reports of the last run and says how it went.
func (j *job) finish(run *reports.Run, broken error) error {
	err := errors.Join(broken, distinct(j.early, j.report(run, true)))
	err = errors.Join(err, j.files.Intact(), j.files.Close())
	c, e := j.baseline.gate(run)
	result := j.result(run, c, errors.Join(err, e))
	if !j.flags.quiet {
		_, e := j.prints().Write(j.printed(run, c, result))
		if e != nil {
			result = exit.HarnessError("%v", errors.Join(err, e))
		}
		if output.PerhapsClosed(os.Stdout) && !j.files.Printed() && run.Watched == nil {
			j.say("standard output is closed, or %s: the report that is printed there is lost; --quiet says that none is wanted",
				os.DevNull)
		}
	}
	ofUse := exit.Code(result) == exit.Harness || run.Incomplete != "" && run.Judged() > 0 && run.Watched == nil
	if kept := j.record.done(ofUse); kept != "" && run.Watched != nil {
		j.say("the journal is kept in %s; %s report --from=%s shows it", kept, j.program, kept)
	} else if kept != "" {
		j.say("the journal is kept in %s; --resume=%s continues it", kept, kept)
	}
	return result
}

// result is the error with which a run ends that the harness may have failed to record.
func (j *job) result(run *reports.Run, c *compare.Comparison, failed error) error {
	if failed != nil {
		return exit.HarnessError("%v", failed)
	}
	if err := outcome(run, c, j.flags.strictWaivers); err != nil {
		return err
	}
	return j.flags.observed.Require(selected(run, reports.Profiles(run, requirement.All())))
}

// printed returns what is printed of a run: the report, what it is held to, and last what the exit code says.
func (j *job) printed(run *reports.Run, c *compare.Comparison, result error) []byte {
	var b []byte
	switch last := ending(run, c, result); {
	case j.flags.verbose && c != nil:
		head := []byte("\ncompared with the baseline:\n")
		b = slices.Concat(text.Report(run, requirement.All()), head, compare.Text(c), last)
	case j.flags.verbose:
		b = append(text.Report(run, requirement.All()), last...)
	case c != nil:
		b = append(text.Beside(run, requirement.All(), compare.Text(c), j.flags.rest(j.program)), last...)
	default:
		width := text.AnyWidth
		if isTerminal(j.prints()) {
			width = text.ScreenWidth
		}
		b = append(text.Screen(run, requirement.All(), j.flags.rest(j.program), width), last...)
	}
	if os.Getenv("GITHUB_ACTIONS") == "true" {
		b = append(markdown.Literal(b, rand.Text()), markdown.Annotations(run)...)
	}
	return b
}

// rest says where all is that is known of a run.
func (f *runFlags) rest(program string) string {
	var where []string
	for _, name := range []string{"html", "json", "junit", "markdown"} { // the easiest to read comes first
		if path := f.reports[name]; path != nil && *path != "" {
			where = append(where, *path)
		}
	}
	if f.journal != "" {
		where = append(where, program+" report --from="+f.journal)
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

func (j *job) progressTo() io.Writer {
	if j.flags.quiet {
		return io.Discard
	}
	return j.err
}
