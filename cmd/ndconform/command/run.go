package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/runner/worker"
)

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   a.program + " --provider=NAME[,key=value…]",
		Short: "Decide whether an ND2 service provider does what the documents say",
		Long: `Runs the suite, or the part of it that is selected, against a provider and
reports what it found.

Exit codes: 0 conformant, 1 a failure or an error, 2 bad arguments or
configuration, 3 the harness itself failed, 4 nothing ran, 5 nothing is broken,
and too little was observed to say conformant.`,
		Example: "  " + a.program + ` --provider=ref --junit-report=nd2.xml
  ` + a.program + ` --provider=ref --filter='cq.*,srq.notify.*' --profile=core`,
		Args: noProvider,
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

// noProvider refuses arguments, and tells whoever names a provider by one how it is named.
func noProvider(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		if name, _, _ := strings.Cut(args[0], ","); slices.Contains(providers.Names(), name) {
			return exit.UsageError("unknown command %q, did you mean --provider=%s?", args[0], args[0])
		}
	}
	return usage.NoArguments(c, args)
}

// prepare returns what the flags ask to be run, with its files open. It opens no provider and writes
// nothing.
func (a *app) prepare(f *runFlags) (*job, error) {
	t, err := a.task(f)
	if err != nil {
		return nil, err
	}
	if err := f.wholeProfiles(); err != nil {
		return nil, err
	}
	base, err := f.readBaseline()
	if err != nil {
		return nil, err
	}
	if base != nil {
		a.tellLeftOut(base.side.LeftOut)
	}
	files := f.outputs()
	if err := files.Open(); err != nil {
		return nil, err
	}
	t.config.Known = base.known()
	record, err := openRecord(f, files, t)
	if err != nil {
		files.Discard()
		return nil, err
	}
	t.config.Dumps = record.Path
	return &job{app: a, flags: f, task: t, files: files, record: record, baseline: base}, nil
}

// discard closes what prepare has opened, and removes what it has made.
func (j *job) discard() {
	j.files.Discard()
	j.record.remove()
}

// run runs what the flags ask for, once or until a run is not conformant, and
// reports the last run.
func (a *app) run(f *runFlags) error {
	s, err := a.prepare(f)
	if err != nil {
		return err
	}
	t := s.task
	if len(t.config.Worker) > 0 { // otherwise this process is for a debugger
		child.Seclude()
	}
	if err := tryOpening(t.selectors()...); err != nil {
		s.discard()
		return err
	}
	ctx, stop := interruptible(s.writing.Lock)
	defer stop()
	ctx, cancel := within(ctx, f.timeBudget)
	defer cancel()
	run, err := s.rounds(ctx)
	if run == nil {
		s.discard()
		if refused := (*worker.ConfigurationError)(nil); errors.As(err, &refused) {
			return exit.UsageError("%v", refused)
		}
		return exit.HarnessError("%v", err)
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

// outputs lists the files that are asked for.
func (f *runFlags) outputs() output.Files {
	var list output.Files
	if f.journal != "" {
		list = append(list, &output.File{Flag: "journal", Path: f.journal})
	}
	list = append(list, f.reports.files()...)
	if f.badge != "" {
		list = append(list, &output.File{Flag: "badge", Path: f.badge, Format: badgeFor(f.badge)})
	}
	return list
}
