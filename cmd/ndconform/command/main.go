package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/certificates"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/selftest"
)

// gcPercent makes the process collect its garbage less often: it lives for seconds
// and begins by making many small objects, so that shortens its start.
const gcPercent = 400

// Main runs the command that the process was started with, with the providers and
// the specs that the binary imports, and exits.
func Main(options ...Option) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	a := &app{program: filepath.Base(os.Args[0]), out: os.Stdout, err: os.Stderr, variables: variablesOf(os.Environ())}
	for _, add := range options {
		add(a)
	}
	os.Exit(a.execute(os.Args[1:]))
}

// app holds where a command's output goes, and the name that the program was called by.
type app struct {
	program  string
	out, err io.Writer
	// variables are those of ndconform's own that the user has set.
	variables []reports.Input
	// mutants, seeded and variants return those of the command selftest; without
	// mutants there is no such command.
	mutants  func() []selftest.Mutant
	seeded   func() []selftest.SeededFault
	variants func() Variants
}

func (a *app) execute(args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(a.err, "%s: a defect of the harness: %v\n%s", a.program, p, debug.Stack())
			code = exit.Harness
		}
	}()
	out := &output.CheckedWriter{To: a.out}
	a.out = out
	root := a.root()
	root.SetArgs(args)
	err := root.Execute()
	if out.Err != nil && exit.Code(err) != exit.Harness {
		err = exit.HarnessError("%v", out.Err)
	}
	if err == nil {
		return exit.Conformant
	}
	a.fails(err)
	return exit.Code(err)
}

// fails says what a command failed with, which may be in a provider's words.
func (a *app) fails(err error) {
	if text := err.Error(); text != "" {
		fmt.Fprintf(a.err, "%s: %s\n", a.program, printable.Text(text))
	}
}

func (a *app) root() *cobra.Command {
	root := a.runCommand()
	root.AddCommand(a.providersCommand(), a.requirementsCommand(), a.listCommand(), a.explainCommand(), a.versionCommand(),
		a.workerCommand(), a.openCommand(), a.suiteCommand(), a.agentCommand(), a.sessionCommand(), a.pairCommand(),
		a.configCommand(), a.doctorCommand(), a.exploreCommand(), a.watchCommand(), a.replayCommand(), a.playCommand(),
		a.benchCommand(), a.reportCommand(),
		a.compareCommand(), a.trendCommand(), a.mergeCommand(), a.waiversCommand())
	root.AddCommand(a.installCommands()...)
	certified := &certificates.App{Program: a.program, Out: a.out, Err: a.err, Suite: a.certifiedSuite}
	root.AddCommand(certified.Commands()...)
	if a.mutants != nil {
		root.AddCommand(a.selftestCommand())
	}
	root.SetOut(a.out) // before there are commands that keep it
	root.SetErr(a.err)
	root.SetHelpCommand(usage.HelpCommand())
	root.InitDefaultCompletionCmd()
	if shells, _, err := root.Find([]string{"completion"}); err == nil {
		shells.Args, shells.RunE = usage.NoArguments, usage.NeedsCommand
	}
	root.Version = binary.Version()
	root.Flags().Bool("version", false, "print the version, as the command version does")
	root.SetVersionTemplate(versionLine())
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return usage.RefuseStdout(c) }
	root.SetUsageFunc(showUsage)
	usage.Strict(root)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(usage.FlagError)
	return root
}

// versionLine is what the command version prints, and the flag.
func versionLine() string {
	return fmt.Sprintf("ndconform %s %s %s/%s\n", binary.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.out, versionLine())
			return err
		},
	}
}
