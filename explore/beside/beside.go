// Package beside makes the calls of a program on a second provider as well, and says where an outcome differs that the
// documents determine. It needs no model: what differs, somebody has got wrong, or the documents allow both.
package beside

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/replay"
)

// A Pair is the provider under test and another one.
type Pair struct {
	own, other ndclient.Opener
	name       string
	// limit is how long each wait may take.
	limit time.Duration
	// Alive, if not nil, is called whenever calls are made again.
	Alive func()
}

// timeLimit is how long each wait may take, at a scale of 1.
const timeLimit = 2 * time.Second

// Open returns the pair of a provider, with its peer, and the one beside it, which are selectors. scale multiplies time
// limits; 0 means 1.
func Open(provider, peer, other string, scale float64) (p *Pair, err error) {
	p = &Pair{name: other, limit: time.Duration(float64(timeLimit) * cmp.Or(scale, 1))}
	insisting := func(i providers.Instance) providers.Instance { return around.Insisting(i, nil, nil) }
	if p.own, err = ndclient.Open(provider, peer, insisting); err != nil {
		return nil, err
	}
	p.other, err = ndclient.Open(other, "", insisting)
	return p, err
}

// Counts are the programs that were compared, by what came of them.
type Counts struct {
	// Same had no difference, and in Allowed the first one is allowed.
	Same    int `json:"same"`
	Allowed int `json:"allowed,omitempty"`
	// Differ have a first difference that the documents determine.
	Differ int `json:"differ,omitempty"`
	// Unclear differ also on the provider itself, or not each time.
	Unclear int `json:"unclear,omitempty"`
}

// A Difference is an outcome that the documents determine, and that is another one beside.
type Difference struct {
	// Calls are the fewest that show it: the last one has the provider's own outcome.
	Calls []recorded.Call
	// Rule says when the failure is due that one of the two has seen, and so which is right.
	Rule         string
	Own, Another string
}

// tries is how often both providers have to do the same again.
const tries = 2

// shortening is how long calls may be left out.
const shortening = 15 * time.Second

// Compare makes the calls of a program on the other provider. If the first outcome that differs is one that the
// documents determine, and both providers do the same again, it is returned, unless its rule is known. The error is
// ctx's, or that a provider does not open.
func (p *Pair) Compare(ctx context.Context, calls []recorded.Call, c *Counts, known func(rule string) bool,
) (*Difference, error) {
	lines, err := recorded.Parse(strings.NewReader(recorded.Text(calls)))
	if err != nil || len(lines) == 0 {
		c.Unclear++
		return nil, nil // the notation has no word for something
	}
	first, err := p.play(ctx, p.other, lines)
	switch {
	case err != nil:
		return nil, err
	case first == nil:
		c.Same++
		return nil, nil
	case first.allowed():
		c.Allowed++
		return nil, nil
	}
	lines = lines[:first.line.Index+1]
	for range tries {
		if !p.shows(ctx, lines, first) {
			c.Unclear++
			return nil, ctx.Err()
		}
	}
	c.Differ++
	if known(first.rule()) {
		return nil, nil
	}
	within, stop := context.WithTimeout(ctx, shortening)
	defer stop()
	short := *p
	short.limit /= 10
	lines = replay.Shrink(within, lines, func(lines []recorded.Line) bool { return short.shows(within, lines, first) })
	d := &Difference{Rule: first.rule(), Own: first.line.Result(), Another: first.now + ", as " + p.name + " has it"}
	for _, line := range lines {
		d.Calls = append(d.Calls, line.Call)
	}
	return d, nil
}

// shows reports whether the last one of some calls differs beside, in the same way, and none does on the provider.
func (p *Pair) shows(ctx context.Context, lines []recorded.Line, as *other) bool {
	lines, err := recorded.Parse(strings.NewReader(recorded.TextOf(lines))) // which numbers them anew
	if err != nil {
		return false
	}
	now, err := p.play(ctx, p.other, lines)
	if err != nil || now == nil || now.line.Index != len(lines)-1 || now.now != as.now || now.stopped != as.stopped {
		return false
	}
	own, err := p.play(ctx, p.own, lines)
	return err == nil && own == nil
}

// play makes calls on a provider, and returns the first other outcome, or nil if there is none.
func (p *Pair) play(ctx context.Context, open ndclient.Opener, lines []recorded.Line) (first *other, err error) {
	if p.Alive != nil {
		p.Alive()
	}
	track, _, err := replay.Written(strings.NewReader(recorded.TextOf(lines)))
	if err != nil {
		return nil, err
	}
	ends, err := open()
	if err != nil {
		return nil, err
	}
	fitting := replay.Fit(ends, []replay.Track{track})
	result, err := replay.Play(ctx, ends, fitting, replay.Options{Limit: p.limit})
	if err = errors.Join(err, ends.Close()); err != nil {
		return nil, err
	}
	for _, d := range result.Differences {
		if first == nil || d.Line.Index < first.line.Index {
			first = &other{line: d.Line, now: d.Now}
		}
	}
	if stop := result.Stopped; stop != nil && (first == nil || stop.Line.Index < first.line.Index) {
		first = &other{line: stop.Line, now: stop.Says, stopped: true}
	}
	return first, nil
}
