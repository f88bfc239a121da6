package replay

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
)

// Options say how to replay.
type Options struct {
	// Limit is how long each wait may take; 0 means 10 s.
	Limit time.Duration
	// Drain has results that come before a Notify be taken before it is called. Those that are there when it does not end
	// are what the provider has forgotten.
	Drain bool
	// Judge, if not nil, says at the end what the provider owes.
	Judge Judge
	// Fast is for who measures: bytes are not compared, and who waits for results asks again at once.
	Fast bool
	// Made, if not nil, is called with each line once it is made, and what came of it.
	Made func(line recorded.Line, now string)
	// Sequence, if not nil, gets the lines.
	Sequence *Sequence
}

// A Result is what came of a text.
type Result struct {
	// Calls is how many lines were made, and Skipped how many of a recording not: they were refused for what can't be
	// given again, such as another kind of object or an interface that ND2 does not define.
	Calls, Skipped int
	// Differences are the lines whose outcome was another one than the text's.
	Differences []Difference
	// Stopped says why the lines behind the last one could not be made; nil if all were.
	Stopped *StopError
}

// A Difference is a line with another outcome.
type Difference struct {
	Line recorded.Line
	// Now is what has come.
	Now string
}

// A StopError says why a line could not be made, or what it has waited for in vain.
type StopError struct {
	Line recorded.Line
	Says string
	// Forgot says that a Notify has not ended, and results are there.
	Forgot bool
}

// Error implements error.
func (e *StopError) Error() string {
	return fmt.Sprintf("line %d: %s: %s", e.Line.Number, e.Line.Call, e.Says)
}

// Play makes the calls of tracks on two ends: "local" is the first one. It closes what a track leaves open when that
// ends. The error is ctx's, or that of reading a track.
func Play(ctx context.Context, ends *ndclient.Ends, tracks []Track, o Options) (Result, error) {
	if o.Limit == 0 {
		o.Limit = 10 * time.Second
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &stage{
		Options: o, ends: ends, objects: map[string]*object{}, gone: map[string]tokens{}, addresses: map[string][]byte{},
		ctx: within, cancel: cancel,
	}
	s.changed.L = &s.mu
	s.content.off = o.Fast
	defer context.AfterFunc(within, s.wake)()
	var all sync.WaitGroup
	for n, t := range tracks {
		s.tracks = append(s.tracks, newTrack(s, n, t))
	}
	s.playing = len(tracks)
	for _, k := range s.tracks {
		all.Go(k.run)
	}
	all.Wait()
	s.quiet()
	s.close()
	if err := ctx.Err(); err != nil {
		return s.result, err
	}
	return s.result, s.failed
}
