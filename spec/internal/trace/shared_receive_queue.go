package trace

import "github.com/ndconform/ndconform/nd2"

type sharedReceiveQueue struct {
	overlapping
	inner nd2.SharedReceiveQueue
}

func (w *sharedReceiveQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	call := w.begin(w.label, "GetNotifyAffinity", "")
	s := call.made(func() nd2.Status {
		return w.inner.GetNotifyAffinity(group, affinity)
	})
	call.end(s, "group", value(group), "affinity", value(affinity))
	return s
}

func (w *sharedReceiveQueue) Modify(queueDepth, notifyThreshold uint32) nd2.Status {
	call := w.begin(w.label, "Modify", "depth threshold", queueDepth, notifyThreshold)
	s := call.made(func() nd2.Status {
		return w.inner.Modify(queueDepth, notifyThreshold)
	})
	call.end(s)
	return s
}

func (w *sharedReceiveQueue) Notify(o *nd2.Overlapped) nd2.Status {
	call := w.begin(w.label, "Notify", "_", o)
	s := call.made(func() nd2.Status {
		return w.inner.Notify(o)
	})
	call.end(s)
	return s
}

func (w *sharedReceiveQueue) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	call := w.begin(w.label, "Receive", "context _", requestContext, sge)
	s := w.inner.Receive(requestContext, sge)
	call.end(s)
	return s
}
