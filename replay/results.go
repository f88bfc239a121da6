package replay

import (
	"context"
	"slices"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// mostAtOnce is how many results one call asks for, and between how long to wait where none was there.
const (
	mostAtOnce = 64
	between    = 100 * time.Microsecond
)

// results takes as many results from a queue as the line has, and compares each with that of its request.
func (p *player) results(ctx context.Context) error {
	q, err := p.object(p.line.On)
	if err != nil {
		return err
	}
	queue := q.made.(nd2.CompletionQueue)
	want := slices.Clone(p.line.Results)
	over := timeout.New(p.Limit)
	tick := time.NewTicker(between)
	defer tick.Stop()
	room := make([]nd2.Result, mostAtOnce)
	most := len(want) // that are waited for
	if p.line.Status == recorded.AnyStatus {
		most = 1
	}
	for first := true; first || len(q.early) < most; first = false {
		n := queue.GetResults(room)
		q.early = append(q.early, room[:min(int(n), len(room))]...)
		switch {
		case n > 0, len(q.early) >= most:
			continue
		case over.Over():
			return p.fail("%d of %d results have come in %v", len(q.early), most, p.Limit)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	now := q.early
	if most > 0 && p.line.Status != recorded.AnyStatus {
		now = now[:most]
	}
	now, q.early = slices.Clone(now), slices.Clone(q.early[len(now):])
	same := p.line.Status == recorded.AnyStatus || alike(want, now)
	p.came(same, recorded.Call{Method: "GetResults", Results: now}.Result())
	return nil
}

// alike reports whether results are those of a text. What the text leaves out, or no page determines, may be anything:
// the length of what was not received with success.
func alike(want, now []nd2.Result) bool {
	return slices.EqualFunc(want, now, func(w, n nd2.Result) bool {
		received := w.RequestType == nd2.RequestReceive && w.Status == nd2.Success
		return w.RequestType == n.RequestType && w.Status == n.Status && w.RequestContext == n.RequestContext &&
			(w.QueuePairContext == 0 || w.QueuePairContext == n.QueuePairContext) &&
			(!received || w.BytesTransferred == n.BytesTransferred)
	})
}
