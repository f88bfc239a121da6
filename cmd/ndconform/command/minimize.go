package command

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/replay"
)

// minimize writes the shortest text that shows what another one, or a recording, shows.
func (a *app) minimize(ctx context.Context, f *playFlags, name string) error {
	from, err := f.source(ctx, name)
	if err != nil {
		return err
	}
	defer from.close()
	ctx, stop := context.WithTimeout(ctx, f.limit(minimizeLimit))
	defer stop()
	whole, lines, err := f.whole(ctx, from)
	switch {
	case err != nil:
		return err
	case whole.text == "":
		return exit.UsageError("--minimize: %s shows nothing: all comes as it says", name)
	case lines == nil:
		return exit.UsageError("--minimize: %s has more calls than can be made fewer", name)
	}
	if again, err := f.written(ctx, lines, playLimit); err == nil && again.text != "" && !again.like(whole) {
		whole = again // in one thread
	}
	onEngine := playFlags{provider: engine, scale: f.scale}
	waits := whole.waits && !onEngine.shows(ctx, lines, whole)
	short := replay.Shrink(ctx, lines, func(lines []recorded.Line) bool {
		return f.shows(ctx, lines, whole) && (!waits || !onEngine.shows(ctx, lines, whole))
	})
	if err := os.WriteFile(f.minimize, []byte(recorded.TextOf(short)), 0o666); err != nil {
		return exit.UsageError("--minimize: %v", err)
	}
	fmt.Fprintf(a.out, "%s: %s of %d show the same: %s\n", name, plural.Of(len(short), "call"), len(lines), f.minimize)
	return nil
}

// mostTries is how often what shows nothing is played: it may show by chance alone.
const mostTries = 3

// whole is what a source shows in one of a few tries, and the lines that were made, nil if they are too many.
func (f *playFlags) whole(ctx context.Context, from *source) (shown showing, lines []recorded.Line, err error) {
	for range mostTries {
		o := replay.Options{Limit: f.limit(playLimit), Drain: true}
		var made replay.Sequence
		if !from.text {
			o.Sequence = &made
		} else if err := from.tracks[0].Each(ctx, made.Add); err != nil {
			return shown, nil, exit.HarnessError("%v", err)
		}
		if shown, err = f.shown(ctx, from.tracks, o); err != nil || shown.text == "" {
			continue
		}
		if from.text {
			shown.stopped = nil // its line is there
		}
		return shown, made.Lines(shown.stopped), nil
	}
	return shown, nil, err
}

// engine is the provider on which a line must not wait in vain: else what it waits for would be left out.
const engine = "ref"

// shows reports whether lines show, as a text, what more of them do.
func (f *playFlags) shows(ctx context.Context, lines []recorded.Line, whole showing) bool {
	s, err := f.written(ctx, lines, shrinkLimit)
	return err == nil && s.like(whole)
}

// written is what lines show as a text.
func (f *playFlags) written(ctx context.Context, lines []recorded.Line, limit time.Duration) (s showing, err error) {
	text, _, err := replay.Written(strings.NewReader(recorded.TextOf(lines)))
	if err != nil {
		return s, err
	}
	o := replay.Options{Limit: f.limit(limit), Drain: true}
	return f.shown(ctx, []replay.Track{text}, o)
}

// A showing is what a text shows: the rules that the provider breaks, or the line that stops it, or the first one with
// another outcome. It is empty if all comes as the text says. misuses are the rules that the text itself breaks.
type showing struct {
	text    string
	misuses []string
	stopped *replay.StopError
	// waits says that the line that stops it waits in vain, and no rule is broken.
	waits bool
}

// like reports whether a shorter text shows the same, and breaks no more rules itself.
func (s showing) like(whole showing) bool {
	return s.text == whole.text && !slices.ContainsFunc(s.misuses, func(rule string) bool {
		return !slices.Contains(whole.misuses, rule)
	})
}

// shown is what a text shows in the first place.
func (f *playFlags) shown(ctx context.Context, tracks []replay.Track, o replay.Options) (s showing, err error) {
	k := judge.New(nil)
	f.judge = k
	open, err := ndclient.Open(f.provider, f.peer, func(i providers.Instance) providers.Instance {
		return around.Insisting(i, k, nil)
	})
	if err != nil {
		return s, exit.UsageError("%v", err)
	}
	result, err := f.played(ctx, open, tracks, o, func([]replay.Lack) {})
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
	s.stopped = result.Stopped
	if len(rules) > 0 {
		s.text = strings.Join(slices.Compact(rules), " ")
	} else if stop := result.Stopped; stop != nil {
		s.text, s.waits = stop.Line.String(), !stop.Forgot
		if stop.Forgot {
			s.text += ", and results are there"
		}
	} else if len(result.Differences) > 0 {
		s.text = result.Differences[0].Line.As(result.Differences[0].Now)
	}
	return s, nil
}
