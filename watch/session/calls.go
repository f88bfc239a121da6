package session

import (
	"context"
	"errors"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/watch/record"
)

// Calls are the recorded calls of all processes, in the order in which they were recorded. The objects of each process
// but the first have other numbers than they had. The error says why they can't be made again.
func (r *Recording) Calls(ctx context.Context) ([]recorded.Call, error) {
	layers := map[layerOf]*judge.Replay{}
	var first *recorded.Recorder
	err := r.each(ctx, func(e record.Entry) error {
		if e.Event == nil {
			return nil
		}
		if e.Event.Removal != nil {
			return errors.New("an adapter is removed, which no call does")
		}
		of := layerOf{e.Process, e.Layer}
		l := layers[of]
		if l == nil {
			to := recorded.NewRecorder()
			if first != nil {
				to = first.Beside()
			} else {
				first = to
			}
			l = judge.NewReplay(judge.New(nil))
			l.Tell(to)
			layers[of] = l
		}
		return l.Take(*e.Event)
	})
	if err != nil || first == nil {
		return nil, err
	}
	calls := first.Calls()
	if calls == nil {
		return nil, errors.New("it has more calls than can be replayed, which are 16384")
	}
	return calls, ctx.Err()
}
