package command

import (
	"errors"
	"slices"
	"strings"

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
	j, err := a.newJob(f, t, anyFiles)
	if err != nil {
		return nil, err
	}
	t.config.Known, t.config.Dumps, j.baseline = base.known(), j.record.Path, base
	return j, nil
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
	ctx, end := s.begin()
	defer end()
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

// outputs lists the files that are asked for.
func (f *runFlags) outputs() output.Files {
	list := append(output.Files{{Flag: "journal", Path: f.journal}}, f.reports.files()...)
	return append(list, &output.File{Flag: "badge", Path: f.badge, Format: badgeFor(f.badge)}).Named()
}
