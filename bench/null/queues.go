package null

import "github.com/ndconform/ndconform/nd2"

// A ring is a queue of values.
type ring[T any] struct {
	values []T
	first  int
}

func (r *ring[T]) push(v T) { r.values = append(r.values, v) }

func (r *ring[T]) pop() (v T, ok bool) {
	if r.first == len(r.values) {
		return v, false
	}
	v = r.values[r.first]
	if r.first++; r.first == len(r.values) {
		r.values, r.first = r.values[:0], 0
	}
	return v, true
}

// A completionQueue has no limit.
type completionQueue struct {
	overlapping
	results ring[nd2.Result]
	// waiting is the pending Notify; fresh says that a result came since the last Notify ended.
	waiting *nd2.Overlapped
	fresh   bool
}

func (q *completionQueue) add(r nd2.Result) {
	q.results.push(r)
	q.fresh = true
	if o := q.waiting; o != nil {
		q.waiting, q.fresh = nil, false
		q.complete(o)
	}
}

func (q *completionQueue) GetResults(results []nd2.Result) (n uint32) {
	for int(n) < len(results) {
		r, ok := q.results.pop()
		if !ok {
			break
		}
		results[n] = r
		n++
	}
	if q.results.first == len(q.results.values) {
		q.fresh = false
	}
	return n
}

func (q *completionQueue) Notify(_ nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	pend(o)
	q.waiting = o
	if q.fresh {
		q.waiting, q.fresh = nil, false
		q.complete(o)
	}
	return nd2.Pending
}

func (*completionQueue) Resize(uint32) nd2.Status { return nd2.Success }

func (*completionQueue) GetNotifyAffinity(*uint16, *uint64) nd2.Status { return nd2.NotSupported }

// A posted is a Receive.
type posted struct {
	context uintptr
	buffer  []byte
}

// A receiveQueue has the Receives of one queue pair or of many.
type receiveQueue struct{ ring[posted] }

func (q *receiveQueue) post(context uintptr, sge []nd2.SGE) nd2.Status {
	q.push(posted{context, bufferOf(sge)})
	return nd2.Success
}

func bufferOf(sge []nd2.SGE) []byte {
	if len(sge) == 0 {
		return nil
	}
	return sge[0].Buffer
}

// A sharedReceiveQueue has no limit.
type sharedReceiveQueue struct {
	overlapping
	receives receiveQueue
}

func (q *sharedReceiveQueue) Receive(context uintptr, sge []nd2.SGE) nd2.Status {
	return q.receives.post(context, sge)
}

func (*sharedReceiveQueue) Modify(_, _ uint32) nd2.Status { return nd2.Success }

func (*sharedReceiveQueue) Notify(o *nd2.Overlapped) nd2.Status { return pend(o) }

func (*sharedReceiveQueue) GetNotifyAffinity(*uint16, *uint64) nd2.Status { return nd2.NotSupported }
