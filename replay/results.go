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

// results takes the results of the line from a queue, and compares each with the one that has come in its place. Where
// a recording has results of canceled requests, those may come until their queue pair is released.
func (p *player) results(ctx context.Context) error {
	o, err := p.object(p.line.On)
	if err != nil {
		return err
	}
	wants, owed := p.line.Results, []nd2.Result(nil)
	if p.Usage != nil {
		wants, owed = split(wants)
	}
	now, err := p.taken(ctx, o, wants, p.line.Status == recorded.AnyStatus)
	if err != nil {
		return err
	}
	if len(owed) > 0 {
		o.owed = append(o.owed, owed...)
		late, left, missing := p.match(o.early, o.owed)
		if missing == 0 {
			o.early, o.owed, now = left, nil, append(now, late...)
		}
	}
	same := p.line.Status == recorded.AnyStatus || slices.EqualFunc(wants, now[:min(len(wants), len(now))], alike)
	p.came(same && (len(wants) > 0 || len(now) == 0 || p.Usage != nil || p.line.Status == recorded.AnyStatus),
		recorded.Call{Method: "GetResults", Results: now}.Result())
	return nil
}

// split returns the results of requests that have gone well or wrong, and those of which the connection has ended.
func split(all []nd2.Result) (wants, owed []nd2.Result) {
	for _, r := range all {
		if recorded.Ends(r.Status) {
			owed = append(owed, r)
		} else {
			wants = append(wants, r)
		}
	}
	return wants, owed
}

// taken waits for results of a queue; any says that one is enough, whichever it is.
func (p *player) taken(ctx context.Context, o *object, wants []nd2.Result, anyone bool) ([]nd2.Result, error) {
	if p.Usage != nil && len(wants) == 0 {
		return nil, nil
	}
	queue, ok := o.made.(nd2.CompletionQueue)
	if !ok {
		return nil, p.fail("%s is no completion queue", o.name)
	}
	over := timeout.New(p.Limit)
	tick := time.NewTicker(between)
	defer tick.Stop()
	room := make([]nd2.Result, mostAtOnce)
	for {
		n := min(int(queue.GetResults(room)), len(room))
		o.early = append(o.early, room[:n]...)
		now, left, missing := p.match(o.early, wants)
		switch {
		case anyone && len(o.early) == 0:
			missing = 1
		case len(wants) == 0:
			now, left = o.early, nil
		}
		switch {
		case missing == 0:
			o.early = left
			return now, nil
		case over.Over(), len(o.early) > mostEarly:
			came := recorded.Call{Method: "GetResults", Results: o.early}.Result()
			return nil, p.fail("%d of %d results did not come in %v: %s did", missing, max(1, len(wants)), p.Limit, came)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if n == 0 {
			<-tick.C
		}
	}
}

// match finds what has come in place of each result that is wanted: of the same queue of the same queue pair, whose
// results have an order. Results of others may come before and after.
func (p *player) match(come, wants []nd2.Result) (now, left []nd2.Result, missing int) {
	left = slices.Clone(come)
	for _, want := range wants {
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

// collect waits for the results that are owed of a queue pair, before it is released.
func (p *player) collect(pair *object) error {
	p.mu.Lock()
	var queues []*object
	for _, o := range p.objects {
		if slices.ContainsFunc(o.owed, pair.has) {
			queues = append(queues, o)
		}
	}
	p.mu.Unlock()
	for _, o := range queues {
		var wants []nd2.Result
		for _, r := range o.owed {
			if pair.has(r) {
				wants = append(wants, r)
			}
		}
		o.owed = slices.DeleteFunc(o.owed, pair.has)
		if _, err := p.taken(p.ctx, o, wants, false); err != nil {
			return err
		}
	}
	return nil
}

// has reports whether a result is of a queue pair.
func (o *object) has(r nd2.Result) bool { return uint64(r.QueuePairContext) == o.context }

// alike reports whether a result is that of a text. What the text leaves out, or no page determines, may be anything:
// the length of what was not received with success.
func alike(want, now nd2.Result) bool {
	received := want.RequestType == nd2.RequestReceive && want.Status == nd2.Success
	return want.RequestType == now.RequestType && want.Status == now.Status && want.RequestContext == now.RequestContext &&
		(want.QueuePairContext == 0 || want.QueuePairContext == now.QueuePairContext) &&
		(!received || want.BytesTransferred == now.BytesTransferred)
}
