package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// exploreFlags are what the command explore is asked for.
type exploreFlags struct {
	provider, peer string
	lasting        time.Duration
	programs       int
	seed           uint64
	findings       int
	replay         string
	timeoutScale   float64
	memoryLimit    size
	json           string
	quiet          bool
}

func (a *app) exploreCommand() *cobra.Command {
	f := exploreFlags{memoryLimit: 2 << 30}
	c := &cobra.Command{Use: "explore --provider=NAME[,key=value…]", Short: "Run generated programs and check every outcome against a model", Args: noArguments}
	c.RunE = func(*cobra.Command, []string) error { return a.exploreWith(f) }
	c.Long = `Generates programs of ND2 calls, carries them out, and checks every outcome
against a model of what the documents allow. What it finds it shrinks to the
smallest program that still shows it, which --replay carries out again.

Exit codes: 0 nothing was found, 1 something was, 2 bad arguments, 3 the harness
itself failed, 4 nothing ran.`
	c.Example = "  " + a.program + " explore --provider=ref --for=10m\n  " + a.program + " explore --provider=ref --replay=finding.jsonl"
	flags := c.Flags()
	flags.StringVar(&f.provider, "provider", "", "the provider under test, with its options: NAME[,key=value…]")
	flags.StringVar(&f.peer, "peer", "", "the provider at the other end of connections; the same one if none is named")
	flags.DurationVar(&f.lasting, "for", 0, "explore for this `time`, as in 10m; 20s if no number of programs is asked for either")
	flags.IntVar(&f.programs, "programs", 0, "carry out this `number` of programs")
	flags.Uint64Var(&f.seed, "seed", 0, "give the programs; new ones each time if not set")
	flags.IntVar(&f.findings, "findings", 1, "end after this `number` of findings that break different rules")
	flags.StringVar(&f.replay, "replay", "", "carry out the program in this `file` only")
	flags.Float64Var(&f.timeoutScale, "timeout-scale", 1, "multiply every limit of time by this `factor`")
	flags.Var(&f.memoryLimit, "memory-limit", "end a worker that takes more memory than this `size`; 0 is no limit; on Linux")
	flags.StringVar(&f.json, "json-report", "", "write a JSON report to this `file`")
	flags.BoolVar(&f.quiet, "quiet", false, "print nothing but what is wrong with the command itself")
	complete(c, "provider", completeProvider)
	complete(c, "peer", completeProvider)
	return c
}

// check says what of the flags can't be, and completes them.
func (f *exploreFlags) check() error {
	switch {
	case f.provider == "":
		return usageError("no provider is named: use --provider=NAME[,key=value…]")
	case f.programs < 0 || f.lasting < 0 || f.findings < 1:
		return usageError("--programs and --for can't be negative, and --findings is at least 1")
	case f.timeoutScale <= 0:
		return usageError("--timeout-scale must be above 0")
	}
	if _, err := explore.Open(f.provider, f.peer); err != nil {
		return usageError("%v", err)
	}
	if f.lasting == 0 && f.programs == 0 {
		f.lasting = 20 * time.Second
	}
	f.seed = cmp.Or(f.seed, uint64(time.Now().Unix()))
	return nil
}

func (f *exploreFlags) options() explore.Options {
	return explore.Options{Seed: f.seed, For: f.lasting, Programs: f.programs, Findings: f.findings, TimeoutScale: f.timeoutScale}
}

// exploreWith explores as the flags ask, and reports what was found.
func (a *app) exploreWith(f exploreFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	var file outputs
	if f.json != "" {
		file = outputs{{flag: "json-report", path: f.json}}
	}
	if err := file.open(); err != nil {
		return err
	}
	ctx, stop := interruptible(func() {})
	defer stop()
	result, err := a.exploreIn(ctx, f)
	if err != nil {
		file.discard()
		return err
	}
	if result.Findings == nil {
		result.Findings = []explore.Finding{}
	}
	if !f.quiet {
		fmt.Fprint(a.out, exploreText(result))
	}
	if f.json != "" {
		if err := writeExplored(file[0], f, result); err != nil {
			return harnessError("--json-report: %v", err)
		}
	}
	switch {
	case len(result.Findings) > 0:
		return &exitError{code: exitFailed}
	case result.Programs == 0:
		return &exitError{exitNothing, "nothing ran: no program was carried out to its end"}
	}
	return nil
}

// exploreIn explores, or replays, in workers.
func (a *app) exploreIn(ctx context.Context, f exploreFlags) (explore.Result, error) {
	e := expedition{app: a, provider: f.provider, peer: f.peer, quiet: f.quiet, lab: runner.Lab{MemoryLimit: int64(f.memoryLimit)}}
	if f.replay == "" {
		return e.explore(ctx, f.options())
	}
	text, err := os.Open(f.replay)
	if err != nil {
		return explore.Result{}, usageError("--replay: %v", err)
	}
	defer text.Close()
	p, err := program.Parse(text)
	if err != nil {
		return explore.Result{}, usageError("--replay: %s: %v", f.replay, err)
	}
	return e.replay(ctx, p, f.options())
}

// writeExplored writes the JSON report.
func writeExplored(file *output, f exploreFlags, result explore.Result) error {
	defer file.file.Close()
	file.format = func(*reports.Run) ([]byte, error) {
		text, err := json.MarshalIndent(struct {
			Provider    string              `json:"provider"`
			Peer        string              `json:"peer,omitempty"`
			Environment reports.Environment `json:"environment"`
			Explore     explore.Result      `json:"explore"`
		}{f.provider, f.peer, runner.Environment(nil), result}, "", "  ")
		return append(text, '\n'), err
	}
	return file.report(nil, true)
}

// exploreText says what an exploration came to.
func exploreText(r explore.Result) string {
	var text strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&text, "FOUND %s\n", f.Message)
		for _, rule := range f.Rules {
			fmt.Fprintf(&text, "  breaks %s\n", rule)
		}
		fmt.Fprintf(&text, "  shown by %.0f of 10 repeats of a program of %d steps, seed %d:\n", 10*f.Rate, f.Steps, f.Program.Seed)
		for _, call := range f.Calls {
			fmt.Fprintf(&text, "    %s\n", call)
		}
		fmt.Fprintf(&text, "  the program, for --replay:\n%s", f.Replay)
	}
	fmt.Fprintf(&text, "%d programs, %d steps, %.1f s, seed %d, %d transitions: %d findings\n", r.Programs, r.Steps, r.Seconds, r.Seed, r.Transitions.Visited, len(r.Findings))
	return text.String()
}
