package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// report tells the client how an initiator request has ended.
func (q *QueuePair) report(e *initiation, o rc.Outcome) {
	if o != rc.OK || !e.silent {
		length := uint32(0)
		if e.Kind == rc.Read && o == rc.OK {
			length = e.Length // programs check it, though no page defines it
		}
		q.pushResult(q.initiatorCQ, &nd2.Result{
			Status:           q.device.statusOf(o, requestTypes[e.Kind]),
			BytesTransferred: length,
			QueuePairContext: q.context,
			RequestContext:   e.context,
			RequestType:      requestTypes[e.Kind],
		}, false)
	} else if q.silenced != nil {
		q.silenced(e.context)
	}
}

// reportReceive ends a Receive.
func (q *QueuePair) reportReceive(v *receive, length uint32, solicited bool, o rc.Outcome) {
	if o == rc.LocalLength {
		v.buffers.spoil(q.domain, v.Length, localWrite)
	}
	if o != rc.OK {
		length = 0
	}
	context := v.context
	q.receives.give(v)
	result := nd2.Result{
		Status:           q.device.statusOf(o, nd2.RequestReceive),
		BytesTransferred: length,
		QueuePairContext: q.context,
		RequestContext:   context,
		RequestType:      nd2.RequestReceive,
	}
	q.pushResult(q.receiveCQ, &result, solicited)
}

// pushResult reports a result to a completion queue.
func (q *QueuePair) pushResult(c *CompletionQueue, r *nd2.Result, solicited bool) {
	if q.device.changesResults { // the compiler inlines this much
		q.pushByQuirks(c, r, solicited)
		return
	}
	c.push(q, r, solicited)
}
