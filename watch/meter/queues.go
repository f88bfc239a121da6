package meter

import (
	"slices"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// The kinds of queues.
const (
	initiatorQueue = "initiator queue"
	receiveQueue   = "receive queue"
	sharedQueue    = "shared receive queue"
)

func isPost(method string) bool {
	switch method {
	case calls.QPSend, calls.QPReceive, calls.QPRead, calls.QPWrite, calls.QPBind, calls.QPInvalidate, calls.SRQReceive:
		return true
	}
	return false
}

// track notes a queue that a call has created or enlarged.
func (m *Meter) track(c *calls.Call) {
	switch c.Method {
	case calls.AdapterCreateQueuePair:
		if c.Made != nil {
			m.queues[c.Made.Inner] = &pair{m.queue(initiatorQueue, c.InitiatorDepth), m.queue(receiveQueue, c.ReceiveDepth)}
		}
	case calls.AdapterCreateQueuePairWithSrq:
		if c.Made != nil {
			p := &pair{initiator: m.queue(initiatorQueue, c.InitiatorDepth)}
			if shared := calls.ObjectOf(c.SRQ); shared != nil {
				p.receives, _ = m.queues[shared.Inner].(*queue)
			}
			m.queues[c.Made.Inner] = p
		}
	case calls.AdapterCreateSharedReceiveQueue:
		if c.Made != nil {
			q := m.queue(sharedQueue, c.Depth)
			q.order = nil
			m.queues[c.Made.Inner] = q
		}
	case calls.SRQModify:
		if q, ok := m.queues[c.Object.Inner].(*queue); ok && c.Depth > 0 {
			q.depth = c.Depth
		}
	}
}

func (m *Meter) queue(kind string, depth uint32) *queue {
	of := m.traffic.Queues[kind]
	of.Count++
	m.traffic.Queues[kind] = of
	return &queue{kind: kind, depth: depth, order: []uintptr{}}
}

// forget forgets the outstanding requests of a released object.
func (m *Meter) forget(c *calls.Call) {
	var queues []*queue
	switch of := m.queues[c.Object.Inner].(type) {
	case *queue:
		queues = []*queue{of}
	case *pair:
		queues = []*queue{of.initiator}
		if of.receives != nil && of.receives.order != nil {
			queues = append(queues, of.receives)
		}
	}
	delete(m.queues, c.Object.Inner)
	for context, p := range m.posted {
		if slices.Contains(queues, p.queue) {
			delete(m.posted, context)
		}
	}
}

// post notes a request before the call, since its result may be taken before the call
// returns.
func (m *Meter) post(c *calls.Call, at time.Time) {
	var q *queue
	switch of := m.queues[c.Object.Inner].(type) {
	case *queue:
		q = of
	case *pair:
		q = of.initiator
		if c.Request == nd2.RequestReceive {
			q = of.receives
		}
	}
	if q == nil {
		return
	}
	m.posted[c.Context] = posted{at, q, c.Request}
	if q.order != nil {
		q.order = append(q.order, c.Context)
	}
	q.outstanding++
	of := m.traffic.Queues[q.kind]
	if q.outstanding > of.Fullest {
		of.Fullest, of.Depth = q.outstanding, q.depth
		m.traffic.Queues[q.kind] = of
	}
}

// unpost forgets a refused request.
func (m *Meter) unpost(context uintptr) {
	p, known := m.posted[context]
	if !known {
		return
	}
	delete(m.posted, context)
	p.queue.outstanding--
	if i := slices.Index(p.queue.order, context); i >= 0 {
		p.queue.order = slices.Delete(p.queue.order, i, i+1)
	}
}

// take notes results. Earlier requests of the same queue are over, too: they were silent.
func (m *Meter) take(results []nd2.Result, at time.Time) {
	if len(results) == 0 {
		m.traffic.EmptyPolls++
	}
	m.traffic.Results += uint64(len(results))
	for _, r := range results {
		p, known := m.posted[r.RequestContext]
		if !known {
			continue
		}
		if of := m.types[p.kind]; of != nil {
			of.Took.Add(uint64(at.Sub(p.at).Nanoseconds()))
		}
		last := slices.Index(p.queue.order, r.RequestContext)
		if last < 0 {
			delete(m.posted, r.RequestContext)
			p.queue.outstanding--
			continue
		}
		for _, over := range p.queue.order[:last+1] {
			delete(m.posted, over)
			p.queue.outstanding--
		}
		p.queue.order = slices.Delete(p.queue.order, 0, last+1)
	}
}
