package trace

import "github.com/ndconform/ndconform/nd2"

type sharedReceiveQueue struct {
	overlapping
	inner nd2.SharedReceiveQueue
}

func (w *sharedReceiveQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	s := w.inner.GetNotifyAffinity(group, affinity)
	w.note(w.label, "GetNotifyAffinity", s)
	return s
}

func (w *sharedReceiveQueue) Modify(queueDepth, notifyThreshold uint32) nd2.Status {
	s := w.inner.Modify(queueDepth, notifyThreshold)
	w.note(w.label, "Modify", s, queueDepth, notifyThreshold)
	return s
}

func (w *sharedReceiveQueue) Notify(o *nd2.Overlapped) nd2.Status {
	s := w.inner.Notify(o)
	w.note(w.label, "Notify", s, o)
	return s
}

func (w *sharedReceiveQueue) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	s := w.inner.Receive(requestContext, sge)
	w.note(w.label, "Receive", s, requestContext, sge)
	return s
}
