package command

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/watch/session"
)

// namesFiles refuses flags that are given without a file, as by a script whose variable is empty.
func namesFiles(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if flag := flags.Lookup(name); flag.Changed && flag.Value.String() == "" {
			return exit.UsageError("--%s names no file", name)
		}
	}
	return nil
}

// mostKept is how many bytes of a message are recorded at most: a line of a recording has 16 MiB.
var mostKept = usage.Size(1 << 20)

// check refuses flags that are impossible.
func (f *watchFlags) check() error {
	switch {
	case f.timeBudget < 0:
		return exit.UsageError("--time-budget can't be negative")
	case f.bytes > mostKept:
		return exit.UsageError("--bytes: %v are more than %v of a message, which is the most", &f.bytes, &mostKept)
	case f.bytes > 0 && f.keep == "":
		return exit.UsageError("--bytes are kept in a recording: name one with --record")
	case f.from != "":
		return f.checkFrom()
	case len(f.program) == 0:
		return exit.UsageError("no program is named: use watch -- PROGRAM [ARGUMENT…], or --from=RECORDING")
	case f.outputs().Printed():
		return exit.UsageError("standard output is the program's: a report can't go to -")
	case f.provider == "":
		return nil
	}
	selector, err := providers.ParseSelector(f.provider)
	if err != nil {
		return exit.UsageError("--provider: %v", err)
	}
	if selector.Name() == "watched" {
		return exit.UsageError("--provider=watched is the layer itself, which the program opens: name the provider behind it")
	}
	return nil
}

// checkFrom is check for a recording.
func (f *watchFlags) checkFrom() error {
	switch {
	case len(f.program) > 0:
		return exit.UsageError("--from is of a program that has run: %s can't be started, too", f.program[0])
	case f.provider != "" || f.keep != "" || f.breaks:
		return exit.UsageError(
			"--from reads a program that has run: leave out --provider, --record and --break")
	case f.verbose && f.outputs().Printed():
		return exit.UsageError("--verbose prints the calls to standard output: a report can't go to -")
	}
	return nil
}

// apart refuses an output that is the recording: it would be overwritten. The outputs are open.
func (f *watchFlags) apart(files output.Files) error {
	for _, recording := range []struct{ flag, path string }{{"record", f.keep}, {"from", f.from}} {
		there, err := os.Stat(recording.path)
		if err != nil || !there.Mode().IsRegular() {
			continue
		}
		for _, o := range files {
			if info, err := o.Handle.Stat(); err == nil && os.SameFile(info, there) {
				return exit.UsageError("--%s and --%s name the same file: %s", recording.flag, o.Flag, o.Path)
			}
		}
	}
	return nil
}

// openRecording opens the recording that is to be replayed, and closes closes it. It is nil if a program is to run.
func (a *app) openRecording(f *watchFlags) (r *session.Recording, closes func(), err error) {
	if f.from == "" {
		return nil, func() {}, nil
	}
	file, err := os.Open(f.from)
	if err != nil {
		return nil, nil, exit.UsageError("--from: %v", err)
	}
	r, err = session.OpenRecording(file)
	if err != nil {
		file.Close()
		return nil, nil, exit.UsageError("--from: %s is no recording: %v", f.from, err)
	}
	f.program = r.Started.Command
	if f.verbose {
		r.Call = func(c *event.Call, ended *event.Return, again uint64) {
			line := c.String() + " = " + ended.Outcome(c)
			if again > 0 {
				line += fmt.Sprintf(", %d times more", again)
			}
			fmt.Fprintln(a.out, printable.Text(line))
		}
	}
	return r, func() { file.Close() }, nil
}

// watched runs the program of a session, or replays a recording if there is one.
func watched(ctx context.Context, s *session.Session, r *session.Recording) (*reports.Run, error) {
	if r != nil {
		return s.Replay(ctx, r)
	}
	return s.Run(ctx)
}
