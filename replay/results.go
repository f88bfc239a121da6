package replay

import (
	"context"
	"runtime"
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

// results takes the results of the line from a queue, and compares each with the result in its place. A recording's
// results of canceled requests may come until their queue pair is released.
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
	p.takes = wants
	if len(owed) > 0 {
		late := o.owes(owed)
		now, p.takes = append(now, late...), slices.Concat(wants, late)
	}
	same := p.line.Status == recorded.AnyStatus || slices.EqualFunc(wants, now[:min(len(wants), len(now))], alike)
	p.came(same && (len(wants) > 0 || len(now) == 0 || p.Usage != nil || p.line.Status == recorded.AnyStatus),
		recorded.Call{Method: "GetResults", Results: now}.Result())
	return nil
}

// owes notes that results are owed of a queue, and returns all that are owed if they have come.
func (o *object) owes(owed []nd2.Result) []nd2.Result {
	o.polling.Lock()
	defer o.polling.Unlock()
	o.owed = append(o.owed, owed...)
	late, left, missing := match(o.early, o.owed)
	if missing > 0 {
		return nil
	}
	o.early, o.owed = left, nil
	return late
}

// split separates the results of requests that went well or wrong from those that the end of the connection caused.
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
		now, early, n, missing := p.poll(o, queue, room, wants, anyone)
		switch {
		case missing == 0:
			return now, nil
		case over.Over(), len(early) > mostEarly:
			came := recorded.Call{Method: "GetResults", Results: early}.Result()
			return nil, p.fail("%d of %d results did not come in %v: %s did", missing, max(1, len(wants)), p.Limit, came)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch {
		case n == 0 && p.Fast:
			runtime.Gosched()
		case n == 0:
			<-tick.C
		}
	}
}

// poll takes results from a queue, and those that are wanted out of all that have come: n came now, and early are left.
// Of a text it takes no more than are missing, since a Notify ends at once for those that are still there.
func (p *player) poll(
	o *object, from nd2.CompletionQueue, room, wants []nd2.Result, anyone bool,
) (now, early []nd2.Result, n, missing int) {
	o.polling.Lock()
	defer o.polling.Unlock()
	now, left, missing := match(o.early, wants)
	if p.Usage == nil && len(wants) > 0 {
		room = room[:min(missing, len(room))]
	}
	if len(room) > 0 {
		n = min(int(from.GetResults(room)), len(room))
		o.early = append(o.early, room[:n]...)
		p.took(room[:n])
		now, left, missing = match(o.early, wants)
	}
	switch {
	case anyone && len(o.early) == 0:
		missing = 1
	case len(wants) == 0:
		now, left = o.early, nil
	}
	if missing == 0 {
		o.early = left
	}
	return now, o.early, n, missing
}

// match finds what has come in place of each result that is wanted: of the same queue of the same queue pair, whose
// results have an order. Results of others may come before and after.
func match(come, wants []nd2.Result) (now, left []nd2.Result, missing int) {
	taken := map[int]bool{}
	for _, want := range wants {
		n := -1
		for i, r := range come {
			if !taken[i] && (r.RequestType == nd2.RequestReceive) == (want.RequestType == nd2.RequestReceive) &&
				(want.QueuePairContext == 0 || r.QueuePairContext == want.QueuePairContext) {
				n = i
				break
			}
		}
		if n < 0 {
			missing++
			continue
		}
		taken[n] = true
		now = append(now, come[n])
	}
	if missing > 0 || len(wants) == 0 {
		return now, come, missing
	}
	for i, r := range come {
		if !taken[i] {
			left = append(left, r)
		}
	}
	return now, left, missing
}

// collect waits for the results that are owed of a queue pair, before it is released. Where another queue pair has its
// context, nobody knows whose they are.
func (p *player) collect(pair *object) error {
	var queues []*object
	p.mu.Lock()
	for _, o := range p.objects {
		if o != pair && recorded.KindOf(o.name) == "qp" && o.context == pair.context {
			p.mu.Unlock()
			return nil
		}
		if recorded.KindOf(o.name) == "cq" {
			queues = append(queues, o)
		}
	}
	p.mu.Unlock()
	for _, o := range queues {
		wants := o.takeOwed(pair)
		if len(wants) == 0 {
			continue
		}
		late, err := p.taken(p.ctx, o, wants, false)
		if err != nil {
			return err
		}
		p.mu.Lock()
		p.Sequence.Add(recorded.Line{Call: recorded.Call{On: o.name, Method: "GetResults", Results: late}, Index: -1})
		p.mu.Unlock()
	}
	return nil
}

// takeOwed returns what a queue owes of a queue pair, and owes no longer.
func (o *object) takeOwed(pair *object) (wants []nd2.Result) {
	o.polling.Lock()
	defer o.polling.Unlock()
	o.owed = slices.DeleteFunc(o.owed, func(r nd2.Result) bool {
		if pair.has(r) {
			wants = append(wants, r)
		}
		return pair.has(r)
	})
	return wants
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
