package replay

import (
	"context"
	"slices"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// mostAtOnce is how many results one call asks for, mostEarly how many others may come before those of a line, and
// between how long to wait where none was there.
const (
	mostAtOnce = 64
	mostEarly  = 1 << 16
	between    = 100 * time.Microsecond
)

// results takes the results of the line from a queue, and compares each with the one that has come in its place.
func (p *player) results(ctx context.Context) error {
	q, err := p.object(p.line.On)
	if err != nil {
		return err
	}
	queue := q.made.(nd2.CompletionQueue)
	over := timeout.New(p.Limit)
	tick := time.NewTicker(between)
	defer tick.Stop()
	room := make([]nd2.Result, mostAtOnce)
	for {
		n := min(int(queue.GetResults(room)), len(room))
		q.early = append(q.early, room[:n]...)
		now, left, missing := p.match(q.early)
		switch {
		case missing == 0:
			q.early = left
			same := p.line.Status == recorded.AnyStatus || slices.EqualFunc(p.line.Results, now, alike)
			p.came(same, recorded.Call{Method: "GetResults", Results: now}.Result())
			return nil
		case over.Over(), len(q.early) > mostEarly:
			came := recorded.Call{Method: "GetResults", Results: q.early}.Result()
			return p.fail("%d of %d results did not come in %v: %s did", missing, max(1, len(p.line.Results)), p.Limit, came)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if n == 0 {
			<-tick.C
		}
	}
}

// match finds what has come in place of each result of the line: of the same queue of the same queue pair, whose
// results have an order. Results of others may come before and after. A line without results takes all that have come.
func (p *player) match(come []nd2.Result) (now, left []nd2.Result, missing int) {
	switch {
	case p.line.Status == recorded.AnyStatus && len(come) == 0:
		return nil, nil, 1
	case len(p.line.Results) == 0:
		return come, nil, 0
	}
	left = slices.Clone(come)
	for _, want := range p.line.Results {
		n := slices.IndexFunc(left, func(r nd2.Result) bool {
			return (r.RequestType == nd2.RequestReceive) == (want.RequestType == nd2.RequestReceive) &&
				(want.QueuePairContext == 0 || r.QueuePairContext == want.QueuePairContext)
		})
		if n < 0 {
			missing++
			continue
		}
		now = append(now, left[n])
		left = slices.Delete(left, n, n+1)
	}
	return now, left, missing
}

// alike reports whether a result is that of a text. What the text leaves out, or no page determines, may be anything:
// the length of what was not received with success.
func alike(want, now nd2.Result) bool {
	received := want.RequestType == nd2.RequestReceive && want.Status == nd2.Success
	return want.RequestType == now.RequestType && want.Status == now.Status && want.RequestContext == now.RequestContext &&
		(want.QueuePairContext == 0 || want.QueuePairContext == now.QueuePairContext) &&
		(!received || want.BytesTransferred == now.BytesTransferred)
}
