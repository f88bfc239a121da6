package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/replay"
)

// playName is the command that replays texts in a process of their own, with the validation layer around the provider.
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
	scale                    float64
	verbose                  bool
}

func (f *playFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.peer, "peer", "", "the provider at the other end of connections; the same one if none is named")
	flags.StringVar(&f.minimize, "minimize", "", "write the shortest text that still shows the same to this `file`")
	flags.Float64Var(&f.scale, "timeout-scale", 1, "multiply every time limit by this `factor`")
}

// arguments are those of the command play that ask for the same.
func (f *playFlags) arguments() []string {
	list := []string{"--provider=" + f.provider}
	for _, one := range []struct {
		given bool
		text  string
	}{
		{f.peer != "", "--peer=" + f.peer},
		{f.minimize != "", "--minimize=" + f.minimize},
		{f.scale != 1, fmt.Sprintf("--timeout-scale=%g", f.scale)},
		{f.verbose, "--verbose"},
	} {
		if one.given {
			list = append(list, one.text)
		}
	}
	return list
}

// playCommand replays texts on the provider "watched", whose inner provider the environment names.
func (a *app) playCommand() *cobra.Command {
	f := &playFlags{}
	c := &cobra.Command{Use: playName, Short: "Replay texts under the validation layer", Hidden: true}
	f.add(c.Flags())
	c.Flags().StringVar(&f.provider, "provider", "", "the watched provider")
	c.Flags().BoolVar(&f.verbose, "verbose", false, "print each line")
	c.RunE = func(c *cobra.Command, names []string) error {
		if f.minimize != "" {
			if err := a.minimize(c.Context(), f, names[0]); err != nil {
				return err
			}
			names = []string{f.minimize}
		}
		open, err := ndclient.Open("watched", f.peer, insist)
		if err != nil {
			return exit.UsageError("%v", err)
		}
		failed := false
		for _, name := range names {
			same, err := a.play(c.Context(), open, name, f)
			if err != nil {
				return err
			}
			failed = failed || !same
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

// play replays one text, and says what was different.
func (a *app) play(ctx context.Context, open ndclient.Opener, name string, f *playFlags) (same bool, err error) {
	lines, recording, err := linesOf(name)
	if err != nil {
		return false, err
	}
	o := replay.Options{Limit: f.limit(playLimit), Recorded: recording}
	if f.verbose {
		o.Made = func(line recorded.Line, now string) { fmt.Fprintf(a.out, "%4d %s\n", line.Number, line.As(now)) }
	}
	result, err := played(ctx, open, lines, o)
	if err != nil {
		return false, err
	}
	for _, d := range result.Differences {
		fmt.Fprintf(a.out, "%s:%d: %s\n    now %s\n", name, d.Line.Number, d.Line.Call, d.Now)
	}
	fmt.Fprintf(a.out, "%s: %s of %d made, %s\n", name, plural.Of(result.Calls, "call"), len(lines),
		plural.Of(len(result.Differences), "difference"))
	if result.Skipped > 0 {
		fmt.Fprintf(a.out, "%s: %s skipped, which were refused for what can't be given again\n", name,
			plural.Of(result.Skipped, "call"))
	}
	if result.Stopped != nil {
		fmt.Fprintf(a.out, "%s: %v\n", name, result.Stopped)
	}
	return result.Stopped == nil && len(result.Differences) == 0, nil
}

// played replays a text on ends that it opens.
func played(ctx context.Context, open ndclient.Opener, lines []recorded.Line, o replay.Options,
) (result replay.Result, err error) {
	ends, err := open()
	if err != nil {
		return result, exit.UsageError("%v", err)
	}
	result, err = replay.Play(ctx, ends, lines, o)
	if err = errors.Join(err, ends.Close()); err != nil {
		return result, exit.HarnessError("%v", err)
	}
	return result, nil
}

// minimize writes the shortest text that shows what another one shows.
func (a *app) minimize(ctx context.Context, f *playFlags, name string) error {
	lines, recording, err := linesOf(name)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, f.limit(minimizeLimit))
	defer stop()
	whole, err := f.shown(ctx, lines, replay.Options{Limit: f.limit(playLimit), Recorded: recording})
	if err != nil {
		return err
	}
	if whole.text == "" {
		return exit.UsageError("--minimize: %s shows nothing: all comes as it says", name)
	}
	short := replay.Shrink(ctx, lines, func(lines []recorded.Line) bool {
		written, err := recorded.Parse(strings.NewReader(textOf(lines)))
		if err != nil {
			return false
		}
		shown, err := f.shown(ctx, written, replay.Options{Limit: f.limit(shrinkLimit)})
		return err == nil && shown.like(whole)
	})
	if err := os.WriteFile(f.minimize, []byte(textOf(short)), 0o666); err != nil {
		return exit.UsageError("--minimize: %v", err)
	}
	fmt.Fprintf(a.out, "%s: %s of %d show the same: %s\n", name, plural.Of(len(short), "call"), len(lines), f.minimize)
	return nil
}

// textOf is what is written of lines, and read again.
func textOf(lines []recorded.Line) string {
	text := &strings.Builder{}
	for _, line := range lines {
		fmt.Fprintln(text, line)
	}
	return text.String()
}

// An insisting instance asks for what it was refused a second time.
type insisting struct{ providers.Instance }

func insist(i providers.Instance) providers.Instance { return insisting{i} }

// ND2 implements [providers.Instance].
func (i insisting) ND2() nd2.Provider { return calls.Insisting(i.Instance.ND2()) }

// A showing is what a text shows: the rules that the provider breaks, or the line that stops it, or the first one with
// another outcome. It is empty if all comes as the text says. misuses are the rules that the text itself breaks.
type showing struct {
	text    string
	misuses []string
}

// like reports whether a shorter text shows the same, and breaks no more rules itself.
func (s showing) like(whole showing) bool {
	return s.text == whole.text && !slices.ContainsFunc(s.misuses, func(rule string) bool {
		return !slices.Contains(whole.misuses, rule)
	})
}

// shown is what a text shows in the first place.
func (f *playFlags) shown(ctx context.Context, lines []recorded.Line, o replay.Options) (s showing, err error) {
	k := judge.New(nil)
	open, err := ndclient.Open(f.provider, f.peer, func(i providers.Instance) providers.Instance {
		return insist(around.Instance(i, k, func() {}))
	})
	if err != nil {
		return s, exit.UsageError("%v", err)
	}
	result, err := played(ctx, open, lines, o)
	if err != nil {
		return s, err
	}
	var rules []string
	for _, found := range k.End() {
		if found.Of == judge.Provider {
			rules = append(rules, found.Rule)
		} else {
			s.misuses = append(s.misuses, found.Rule)
		}
	}
	slices.Sort(rules)
	if len(rules) > 0 {
		s.text = strings.Join(slices.Compact(rules), " ")
	} else if stop := result.Stopped; stop != nil {
		s.text = stop.Line.String()
	} else if len(result.Differences) > 0 {
		s.text = result.Differences[0].Line.As(result.Differences[0].Now)
	}
	return s, nil
}
