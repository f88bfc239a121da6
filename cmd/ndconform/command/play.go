package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/replay"
	"github.com/ndconform/ndconform/watch/layer"
	"github.com/ndconform/ndconform/workloads"
)

// playName is the command that replays texts in a separate process, with the validation layer around the provider.
const playName = "play"

// The time limits of a replay and of a candidate of --minimize, at a scale of 1, and how long minimizing may take.
const (
	playLimit     = 10 * time.Second
	shrinkLimit   = 300 * time.Millisecond
	minimizeLimit = 2 * time.Minute
)

// playFlags are what the command replay hands on.
type playFlags struct {
	provider, peer, minimize string
	with                     []string
	scale                    float64
	verbose, workloads       bool
	mirror, fit              bool
	measured                 bool           // by the command bench
	judge                    *judge.Checker // of what was opened last
}

func (f *playFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.peer, "peer", "", "the provider at the other end of connections; the same one if none is named")
	flags.StringVar(&f.minimize, "minimize", "", "write the shortest text that still shows the same to this `file`")
	f.addSource(flags)
	flags.BoolVar(&f.workloads, "workloads", false,
		"replay recordings of real programs, which the binary has: those named, or all")
}

// addSource adds the flags of all commands that replay: how files are read, and for how long to wait.
func (f *playFlags) addSource(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.with, "with", nil,
		"play this `file` beside the first one: a recording of another process of the same program, at the other end")
	flags.BoolVar(&f.mirror, "mirror", false,
		"play the other end of a recording's connections, too, as far as its program saw what that did")
	flags.BoolVar(&f.fit, "fit", false,
		"make limits, depths, registrations and addresses fit the adapters, as far as they allow")
	flags.Float64Var(&f.scale, "timeout-scale", 1, "multiply every time limit by this `factor`")
}

// addAll adds the flags of the command play.
func (f *playFlags) addAll(flags *pflag.FlagSet) {
	f.add(flags)
	flags.StringVar(&f.provider, "provider", "", "the watched provider")
	flags.BoolVar(&f.verbose, "verbose", false, "print each line")
}

// playArguments are those of the command play that ask for what the flags of the command replay do.
func playArguments(given *pflag.FlagSet) (list []string) {
	known := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(playFlags).addAll(known)
	given.Visit(func(flag *pflag.Flag) {
		if known.Lookup(flag.Name) != nil {
			for _, value := range values(flag) {
				list = append(list, "--"+flag.Name+"="+value)
			}
		}
	})
	return list
}

// playCommand replays texts on the provider "watched", whose inner provider the environment names.
func (a *app) playCommand() *cobra.Command {
	f := &playFlags{}
	c := &cobra.Command{Use: playName, Short: "Replay texts under the validation layer", Hidden: true}
	f.addAll(c.Flags())
	c.RunE = func(c *cobra.Command, names []string) error {
		told := names
		if f.minimize != "" {
			if err := a.minimize(c.Context(), f, names[0]); err != nil {
				return err
			}
			names, f.with, f.workloads, f.mirror = []string{f.minimize}, nil, false, false
		}
		open, err := ndclient.Open("watched", f.peer, func(i providers.Instance) providers.Instance {
			if k := around.CheckerOf(i); k != nil {
				k.KeepValues()
				f.judge = k
			}
			return around.Insisting(i, nil, nil)
		})
		if err != nil {
			return exit.UsageError("%v", err)
		}
		failed := false
		for i, name := range names {
			result, err := a.play(c.Context(), open, name, f)
			if err == nil {
				err = tellPlayed(told[i], result)
			}
			if err != nil {
				return err
			}
			failed = failed || result.Stopped != nil || len(result.Differences) > 0
		}
		if failed {
			return &exit.Error{Code: exit.Failed}
		}
		return nil
	}
	return c
}

func (f *playFlags) limit(at time.Duration) time.Duration {
	return time.Duration(f.scale * float64(at))
}

// source is what a name stands for. To bench, a workload's name is the workload.
func (f *playFlags) source(ctx context.Context, name string) (*source, error) {
	if f.workloads || f.measured && slices.Contains(workloads.Names(), name) {
		return workload(ctx, name)
	}
	s, err := sourceOf(ctx, name, f.with)
	if err == nil && f.mirror {
		if s.text || len(s.tracks) > 1 {
			s.close()
			return nil, exit.UsageError("%s: --mirror is for one recording, of one end", name)
		}
		s.tracks[0] = replay.Mirrored(s.tracks[0])
	}
	return s, err
}

// play replays one text, and says what was different.
func (a *app) play(ctx context.Context, open ndclient.Opener, name string, f *playFlags,
) (result replay.Result, err error) {
	from, err := f.source(ctx, name)
	if err != nil {
		return result, err
	}
	defer from.close()
	o := replay.Options{Limit: f.limit(playLimit)}
	if f.verbose {
		o.Made = func(line recorded.Line, now string) { fmt.Fprintf(a.out, "%4d %s\n", line.Number, line.As(now)) }
	}
	lacks := func(list []replay.Lack) {
		for _, l := range list {
			how := ""
			if f.fit && !l.Left {
				how = ": made to fit"
			}
			fmt.Fprintf(a.out, "%s:%d: %s%s\n", name, l.Line.Number, l.Says, how)
		}
	}
	result, err = f.played(ctx, open, from.tracks, o, lacks)
	if err != nil {
		return result, err
	}
	shown := result.Differences
	if !f.verbose {
		shown = shown[:min(len(shown), mostShown)]
	}
	for _, d := range shown {
		fmt.Fprintf(a.out, "%s:%d: %s\n    now %s\n", name, d.Line.Number, d.Line.Call, d.Now)
	}
	of := from.length
	if result.Stopped == nil { // a recording has lines that need not be made
		of = result.Calls + result.Skipped
	}
	fmt.Fprintf(a.out, "%s: %s of %d made, %s\n", name, plural.Of(result.Calls, "call"), of,
		plural.Of(len(result.Differences), "difference"))
	if result.Skipped > 0 {
		fmt.Fprintf(a.out, "%s: %s skipped, which were refused for what can't be given again\n", name,
			plural.Of(result.Skipped, "call"))
	}
	if result.Stopped != nil {
		fmt.Fprintf(a.out, "%s: %v\n", name, result.Stopped)
	}
	return result, nil
}

// tellPlayed has the command that has started this process know what came of a text.
func tellPlayed(name string, result replay.Result) error {
	var differs []string
	for _, d := range result.Differences[:min(len(result.Differences), mostTold)] {
		differs = append(differs, fmt.Sprintf("line %d: %s, now %s", d.Line.Number, d.Line.Call, d.Now))
	}
	stopped := ""
	if result.Stopped != nil {
		stopped = result.Stopped.Error()
	}
	if err := layer.Played(name, differs, stopped); err != nil {
		return exit.HarnessError("%v", err)
	}
	return nil
}

// mostTold is how many differences of a text reports have, and mostShown how many are printed, but for --verbose.
const mostTold, mostShown = 100, 10

// played replays a text on ends that it opens. lacks is told first what they have not.
func (f *playFlags) played(ctx context.Context, open ndclient.Opener, tracks []replay.Track, o replay.Options,
	lacks func([]replay.Lack),
) (result replay.Result, err error) {
	ends, err := open()
	if err != nil {
		return result, exit.UsageError("%v", err)
	}
	list, err := replay.Lacks(ctx, ends, tracks)
	if err != nil {
		return result, exit.HarnessError("%v", errors.Join(err, ends.Close()))
	}
	lacks(list)
	if f.fit {
		tracks = replay.Fit(ends, tracks)
	}
	if f.judge != nil {
		o.Judge = f.judge
	}
	result, err = replay.Play(ctx, ends, tracks, o)
	if err = errors.Join(err, ends.Close()); err != nil {
		return result, exit.HarnessError("%v", err)
	}
	return result, nil
}
