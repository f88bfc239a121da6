package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// SendAndInvalidate is INDEndpoint::SendAndInvalidate. The token of the peer's window
// is in network order.
func (q *QueuePair) SendAndInvalidate(context uintptr, sge []nd2.SGE, token uint32, flags nd2.OpFlags) nd2.Status {
	if flags&^sendFlags != 0 {
		return nd2.InvalidParameter5
	}
	return q.transfer(rc.SendInvalidate, context, sge, flags, 0, networkOrder(token))
}

// Report makes the peer's SendAndInvalidate of the window report an Invalidate, with a
// context, to the receive completion queue before the message's result. Source:
// INDAdapter::CreateMemoryWindow, Parameters.
func (w *Window) Report(context uintptr) {
	d := w.domain.device
	d.Lock()
	defer d.UnlockAndDeliver()
	w.reported, w.context = true, context
}

// report reports the peer's invalidation of the window, which was bound to q.
func (w *Window) report(q *QueuePair) {
	if w.reported {
		q.receiveCQ.push(q, &nd2.Result{
			Status:           nd2.Success,
			QueuePairContext: q.context,
			RequestContext:   w.context,
			RequestType:      nd2.RequestInvalidate,
		}, false)
	}
}
