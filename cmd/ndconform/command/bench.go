package command

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/bench"
	benchsession "github.com/ndconform/ndconform/bench/session"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/speed"
	speeds "github.com/ndconform/ndconform/reports/speed/compare"
	"github.com/ndconform/ndconform/reports/speed/gobench"
	"github.com/ndconform/ndconform/reports/speed/report"
	"github.com/ndconform/ndconform/runner"
)

// benchFormats are the formats in which figures are printed.
var benchFormats = formatsOf[*speed.Report]{
	{name: "text", write: always(report.Text)},
	{name: "bench", write: always(gobench.Report)},
}

func (a *app) benchCommand() *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bench --provider=NAME[,key=value…]",
		Short: "Measure how fast a provider is, and hold it to a baseline", Args: usage.NoArguments,
	}
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := usage.Named(c.Flags()); err != nil {
			return err
		}
		if err := f.plays(c); err != nil {
			return err
		}
		return a.bench(&f)
	}
	c.Long = `Measures latency, bandwidth, message rates and the control path of a provider, in
many short samples that are taken in turns, and checks the data that it moves.
With --workload it measures what a recorded program takes on the provider.
Each figure is a median, and ± bounds it with a confidence of 95 %.

Exit codes: 0 all was measured and nothing is worse, 1 a figure is worse than the
baseline or could not be measured, or the run was cut off, 2 bad arguments, 3 the
harness itself failed, 4 nothing was measured, or too few figures could be judged.
With --against the baseline is the other provider, measured round by round in the
same run, so that what the machine does meets both.`
	c.Example = "  " + a.program + " bench --provider=ref --quick\n  " + a.program +
		" bench --provider=ref --only=latency --json-report=new.json --baseline=old.json\n  " +
		a.program + " bench --provider=dll,path=new.dll --against=dll,path=old.dll"
	f.add(c)
	return c
}

// A benchJob measures what flags ask for.
type benchJob struct {
	teller
	flags  *benchFlags
	report *speed.Report
}

func (j *benchJob) json(*reports.Run) ([]byte, error) { return speed.JSON(j.report) }
func (j *benchJob) html(*reports.Run) ([]byte, error) { return report.Page(j.report) }

// bench measures as the flags say, and reports the figures.
func (a *app) bench(f *benchFlags) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	if err := tryOpening(f.provider, f.peer, f.against); err != nil {
		return err
	}
	held, err := readHistory(f)
	if err != nil {
		return err
	}
	j := &benchJob{teller: teller{app: a, quiet: f.quiet}, flags: f}
	j.files = f.outputs(j)
	if err := j.files.Open(); err != nil {
		return err
	}
	ctx, stop := interruptible(j.writing.Lock)
	defer stop()
	compared, err := j.gate(ctx, options, held)
	if err != nil {
		j.files.Discard()
		return err
	}
	j.writing.Lock()
	defer j.writing.Unlock()
	failed := errors.Join(j.files.Report(nil, true)...)
	if !f.quiet {
		text, _ := j.flags.write(j.report)
		text = append(text, comparedText(compared)...)
		if failed != nil { // or the last line would be a verdict
			text = append(text, ending(nil, nil, exit.HarnessError("%v", failed))...)
		}
		_, err := j.prints().Write(text)
		failed = errors.Join(failed, err)
	}
	if failed = errors.Join(failed, j.files.Intact(), j.files.Close()); failed != nil {
		return exit.HarnessError("%v", failed)
	}
	return j.outcome(compared)
}

// gate has workers measure, and compares the figures with the history. What looks slower may be chance, and is measured
// once more.
func (j *benchJob) gate(ctx context.Context, o bench.Options, held *speedFiles) (*speeds.Comparison, error) {
	if j.flags.against != "" {
		return j.inTurns(ctx, o)
	}
	var err error
	if j.report, err = j.measure(ctx, o, j.flags.time(), 0); err != nil || held == nil {
		return nil, err
	}
	compared := held.compare(j.flags.gate, j.report, nil)
	names := compared.Suspects()
	if len(names) == 0 || j.report.Incomplete != "" {
		return compared, nil
	}
	j.say("what looks slower is measured once more:")
	o.Only = names
	again, err := j.measure(ctx, o, 0, j.report.Rounds)
	switch {
	case err != nil:
		j.report.Incomplete = "the second measurement: " + err.Error()
	case again.Incomplete != "":
		j.report.Incomplete = "the second measurement: " + again.Incomplete
	default:
		return held.compare(j.flags.gate, j.report, again), nil
	}
	return held.compare(j.flags.gate, j.report, nil), nil
}

// measure starts workers that measure for a time, or for a number of rounds.
func (j *benchJob) measure(ctx context.Context, o bench.Options, lasting time.Duration, rounds int,
) (*speed.Report, error) {
	s, err := j.session(j.flags.provider, o, lasting)
	if err != nil {
		return nil, err
	}
	s.Rounds = rounds
	report, err := s.Run(ctx)
	return report, sessionError(err)
}

// inTurns measures both providers, and compares their rounds.
func (j *benchJob) inTurns(ctx context.Context, o bench.Options) (*speeds.Comparison, error) {
	lasting := 2 * j.flags.time()
	now, err := j.session(j.flags.provider, o, lasting)
	if err != nil {
		return nil, err
	}
	old, err := j.session(j.flags.against, o, lasting)
	if err != nil {
		return nil, err
	}
	old.Say = func(format string, args ...any) { j.say("--against: "+format, args...) }
	both, err := benchsession.InTurns(ctx, now, old)
	if err != nil {
		return nil, sessionError(err)
	}
	j.report = both[0]
	return j.flags.gate.inTurns(both[1], both[0]), nil
}

func (j *benchJob) session(provider string, o bench.Options, lasting time.Duration) (*benchsession.Session, error) {
	lab, err := oneWorker(int64(j.flags.memoryLimit))
	if err != nil {
		return nil, err
	}
	return &benchsession.Session{
		Provider: provider, Peer: j.flags.peer, Options: o, For: lasting, Lab: lab, Environment: j.machine(), Say: j.say,
	}, nil
}

// sessionError is the command's error for a session's.
func sessionError(err error) error {
	refused, busy := runner.RefusedError(""), benchsession.BusyError("")
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		return exit.UsageError("%v", refused)
	case errors.As(err, &busy):
		return &exit.Error{Code: exit.Nothing, Text: "not judged: " + string(busy)}
	}
	return exit.HarnessError("%v", err)
}

// machine is the environment, without what is of the suite.
func (j *benchJob) machine() reports.Environment {
	e := j.environment(nil)
	e.Suite, e.Catalogue = "", ""
	return e
}

// outcome is the error with which a run ends that was reported.
func (j *benchJob) outcome(c *speeds.Comparison) error {
	measured, failed := 0, 0
	for _, m := range j.report.Measurements {
		if len(m.Samples) > 0 {
			measured++
		}
		if m.Failed != "" {
			failed++
		}
	}
	switch {
	case failed > 0:
		return &exit.Error{Code: exit.Failed, Text: plural.Of(failed, "figure") + " could not be measured"}
	case j.report.Incomplete != "":
		return &exit.Error{Code: exit.Failed, Text: "the run was cut off: " + j.report.Incomplete}
	case measured == 0:
		return &exit.Error{Code: exit.Nothing, Text: "nothing was measured"}
	case c != nil:
		return speedOutcome(c)
	}
	return nil
}
