package session

import (
	"context"
	"errors"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/watch/record"
)

// A Reading says how the calls of a recording are read beside those of others of the same program.
type Reading struct {
	// Before is how many processes the other recordings before this one have. Others are the processes of all others:
	// tokens may be theirs.
	Before int
	Others []*recorded.Recorder
	// Keep has the processes that are returned know all regions that there were.
	Keep bool
}

// Lines hands the recorded calls of all processes to f, in the order in which they were recorded. The objects of each
// process but the first have other numbers than they had. The error says why they can't be made again.
func (r *Recording) Lines(ctx context.Context, how Reading, f func(recorded.Line)) ([]*recorded.Recorder, error) {
	layers := map[layerOf]*lined{}
	var first *recorded.Recorder
	err := r.each(ctx, func(e record.Entry) error {
		of := layerOf{e.Process, e.Layer}
		switch {
		case e.Event == nil:
			return nil
		case e.Event.Removal != nil:
			return errors.New("an adapter is removed, which no call does")
		case layers[of] != nil:
		case first == nil:
			first = recorded.Passing(how.Before, how.Others, f)
			if how.Keep {
				first.Keep()
			}
			layers[of] = newLined(first)
		default:
			layers[of] = newLined(first.Beside())
		}
		l := layers[of]
		return l.take(*e.Event)
	})
	if err != nil || first == nil {
		return nil, err
	}
	return first.End(), ctx.Err()
}

// A lined is a layer whose calls become lines.
type lined struct {
	replay *judge.Replay
	to     *recorded.Recorder
	// threads are those of the calls that have not returned, by their numbers.
	threads map[uint64]uint32
}

func newLined(to *recorded.Recorder) *lined {
	l := &lined{judge.NewReplay(judge.New(nil)), to, map[uint64]uint32{}}
	l.replay.Tell(to)
	return l
}

// take takes an event, which is of a call's thread.
func (l *lined) take(e event.Event) error {
	switch {
	case e.Call != nil:
		l.to.Thread, l.to.Bytes = e.Call.Thread, e.Call.Bytes
		if e.Call.Thread != 0 {
			l.threads[e.Call.Number] = e.Call.Thread
		}
	case e.Return != nil:
		l.to.Thread, l.to.Bytes = l.threads[e.Return.Number], nil
		delete(l.threads, e.Return.Number)
	}
	return l.replay.Take(e)
}
