package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/session"
)

// watchFlags are the flags of the command watch. Of runFlags it has those about the provider and the reports.
type watchFlags struct {
	runFlags
	breaks, stats bool
	keep, from    string // recordings
	bytes         usage.Size
	program       []string
	replayed      []string // texts, by their names
}

func (a *app) watchCommand() *cobra.Command {
	var f watchFlags
	c := &cobra.Command{
		Use: "watch [--provider=NAME[,key=value…]] [flags] -- PROGRAM [ARGUMENT…]\n  " +
			a.program + " watch --from=RECORDING [flags]",
		Short: "Run a program, and say whether it or the provider breaks ND2's rules",
		Args:  cobra.ArbitraryArgs,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := namesFiles(c.Flags(), "record", "from"); err != nil {
			return err
		}
		f.program = args
		return a.watchWith(&f)
	}
	c.Long = `Runs a program with the validation layer between it and its provider, and says
which of the two breaks which rule, in one line each as it happens. In the end
it sums up, the program's part first. A program for Windows must load
ndwatch.dll, or find it installed, which watches the provider "dll"; one in Go
opens the provider "watched", which watches any.

Standard input and output are the program's. What is found goes to standard
error, and to the reports that are asked for.

With --record all calls are kept, and --from checks them again, on any machine;
with --verbose it prints each call.

Exit codes: 0 no rule was broken, 1 one was, or the program failed, 2 bad
arguments, 3 the harness itself failed, 4 the layer saw no provider opened.`
	c.Example = "  " + a.program + ` watch --provider=dll,path=C:\acme\acmend.dll -- app.exe` + "\n  " + a.program +
		" watch --html-report=app.html --stats -- app.exe -size 4096\n  " + a.program +
		" watch --provider=ref -- " + a.program + " explore --provider=watched --for=10s"
	f.addTo(c)
	usage.Complete(c, "provider", completeProvider)
	return c
}

func (f *watchFlags) addTo(c *cobra.Command) {
	flags := c.Flags()
	flags.SetInterspersed(false) // what follows the program's name is the program's
	flags.StringVar(&f.provider, "provider", "",
		"the provider to watch, with its options: NAME[,key=value…]; the program's own if none is named")
	flags.BoolVar(&f.breaks, "break", false, "on Windows, break into the debugger at the first finding")
	flags.BoolVar(&f.stats, "stats", false, "measure sizes, depths, rates and waits")
	f.addRecord(flags)
	flags.StringVar(&f.from, "from", "", "check again what this `recording` has; no program is run")
	flags.DurationVar(&f.timeBudget, "time-budget", 0, "end the program after this `time`; 0 is no limit")
	f.addOutputs(flags)
	flags.BoolVar(&f.verbose, "verbose", false,
		"print all that was found, with the calls that led there; with --from, each call, too")
}

// addRecord adds the flags that say what is recorded.
func (f *watchFlags) addRecord(flags *pflag.FlagSet) {
	flags.StringVar(&f.keep, "record", "", "keep all calls in this `file`")
	flags.Var(&f.bytes, "bytes",
		"with --record, keep the beginning of each message that is sent or written: this `size`, at most "+mostKept.String())
}

// watchWith runs a program as the flags say, or replays one, and reports what was found.
func (a *app) watchWith(f *watchFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	recording, closes, err := a.openRecording(f)
	if err != nil {
		return err
	}
	defer closes()
	suite, err := a.suite(&f.runFlags)
	if err != nil {
		return err
	}
	h := journal.Header{
		Provider: f.provider, TimeoutScale: 1, Started: time.Now().UTC(), Watch: f.program,
		Environment: a.environmentBy(&f.runFlags, suite),
		Plan:        session.Plan(f.replayed),
	}
	if h.Provider == "" {
		h.Provider = reports.AnyProvider
	}
	if recording != nil {
		h.Environment.ProviderHost = recording.Machine()
	}
	own := *a
	own.out = a.err // standard output is the program's
	j, err := own.newJob(&f.runFlags, &task{}, f.apart)
	if err != nil {
		return err
	}
	ctx, end := j.begin()
	defer end()
	kept, err := journal.New(j.record.fresh(), h)
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	s := &session.Session{
		Header: h, Provider: f.provider, Break: f.breaks, Traffic: f.stats, Record: f.keep, Bytes: int(f.bytes),
		Journal: kept, Found: j.found, Told: ofTerminal,
		Noted: func(text string) { j.say("watch: %s", text) },
	}
	run, err := watched(ctx, s, recording)
	if run == nil {
		j.discard()
		return unstarted(err)
	}
	if err := j.finish(run, err); err != nil {
		return nothingWatched(err, f.program[0])
	}
	return nil
}

// unstarted is the error of a program that was not started.
func unstarted(err error) error {
	if errors.As(err, new(*session.StartError)) || errors.As(err, new(*session.RecordError)) {
		return exit.UsageError("%v", err)
	}
	return exit.HarnessError("%v", err)
}

// found shows a finding as it comes.
func (j *job) found(f judge.Finding) { j.say("%s", f) }

// nothingWatched says what to do about a program that opened no provider that was watched.
func nothingWatched(err error, program string) error {
	if exit.Code(err) != exit.Nothing {
		return err
	}
	return &exit.Error{Code: exit.Nothing, Text: fmt.Sprintf("%s opened no provider with the layer around it",
		filepath.Base(program))}
}
