//go:build linux && cgo && verbs

package verbs

import (
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// A state says what a queue pair can do:
//
//	      claim          establish          part
//	idle ───────▶ claimed ───────▶ connected ───▶ parted
//	     ◀───────
//	     withdraw
//
// All states accept Receives; only connected accepts other requests. Whether the device
// flushes them is independent: see queuePair.flushing.
type state uint8

const (
	idle state = iota
	claimed
	connected
	parted
)

// A queuePair implements [nd2.QueuePair].
type queuePair struct {
	member
	handle      uintptr
	context     uintptr
	receiveCQ   *completionQueue
	initiatorCQ *completionQueue
	shared      *sharedReceiveQueue // nil if Receives are posted to the queue pair
	limits      queuePairLimits
	number      uint32

	// mu guards posting, and the fields below.
	mu        sync.Mutex
	state     state
	reads     uint8 // the limit of Reads in progress at the peer
	list      []ib.SGE
	initiator *ring
	receives  *ring

	holding holding

	// owner is the connector that holds the queue pair, guarded by device.cm.
	owner *connector

	// flushing says that the queue pair is in the state ERR.
	flushing atomic.Bool
	// denied says that an event reported a memory access error.
	denied atomic.Bool
	// life guards qp, which is nil when it has been freed.
	life sync.RWMutex
	qp   *ib.QP
	// replaced counts the former qps that the kernel still holds.
	replaced sync.WaitGroup
}

type queuePairLimits struct {
	receiveDepth, initiatorDepth uint32
	receiveSGE, initiatorSGE     uint32
	inline                       uint32
}

func newQueuePair(a *adapter, receives, initiates *completionQueue, shared *sharedReceiveQueue, context uintptr,
	l queuePairLimits,
) (*queuePair, nd2.Status) {
	d := a.device
	q := &queuePair{
		context: context, receiveCQ: receives, initiatorCQ: initiates, shared: shared, limits: l,
		initiator: newRing(l.initiatorDepth), receives: newRing(l.receiveDepth),
	}
	q.holding.on, q.initiator.siw = d.siw, d.siw
	q.handle = d.resources.add(ofQueuePairs, q, q.free)
	if s := q.create(a); s != nd2.Success {
		d.resources.end(q.handle)
		return nil, s
	}
	keeps := []nd2.Unknown{receives, initiates}
	if shared != nil {
		keeps = append(keeps, shared)
	}
	q.begin(q, a, func() { d.release(q) }, []nd2.GUID{nd2.IIDQueuePair}, keeps...)
	return q, nd2.Success
}

// create makes the queue pair; it accepts Receives from then on.
func (q *queuePair) create(a *adapter) nd2.Status {
	q.adapter = a
	qp, err := q.make()
	if err != nil {
		return statusOfError(err, nd2.InsufficientResources)
	}
	q.qp, q.number = qp, qp.Number()
	q.receiveCQ.join(q, q.number)
	q.initiatorCQ.join(q, q.number)
	if q.shared != nil {
		q.shared.join(q)
	}
	return nd2.Success
}

// make makes the device's queue pair.
func (q *queuePair) make() (*ib.QP, error) {
	l, d := q.limits, q.adapter.device
	c := ib.QPConfig{
		Handle: q.handle, Send: q.initiatorCQ.cq, Receive: q.receiveCQ.cq,
		SendDepth: max(1, min(q.places(), d.limits.MaxQPWR)), ReceiveDepth: l.receiveDepth,
		SendSGE: max(1, l.initiatorSGE), ReceiveSGE: l.receiveSGE, Inline: l.inline,
	}
	if q.shared != nil {
		c.SRQ = q.shared.srq
	}
	qp, err := q.adapter.domain.NewQP(c)
	if err != nil {
		return nil, err
	}
	if err := qp.Init(d.port); err != nil {
		qp.Free()
		return nil, err
	}
	return qp, nil
}

// free ends the queue pair. Windows bound to it are unbound.
func (q *queuePair) free() {
	q.fail()
	q.initiatorCQ.Drain()
	q.receiveCQ.Drain()
	q.adapter.unbindAll(q)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.life.Lock()
	qp := q.qp
	q.qp = nil
	q.life.Unlock()
	if qp == nil {
		return
	}
	qp.Free()
	q.replaced.Wait()
	q.initiatorCQ.leave(q, q.initiator)
	q.receiveCQ.leave(q, q.receives)
	if q.shared != nil {
		q.shared.leave(q)
	}
}

// fail makes the device flush what is posted now and later.
func (q *queuePair) fail() {
	q.flushing.Store(true)
	q.life.RLock()
	defer q.life.RUnlock()
	if q.qp != nil {
		// This fails only if the device is gone.
		_ = q.qp.Fail()
		q.finish()
	}
}

// broken notes that a request has failed. The device has stopped; but some devices,
// rdma_rxe among them, flush Receives posted later only if they are told again.
func (q *queuePair) broken() {
	if !q.flushing.Load() {
		q.fail()
	}
}

// completed tells ended the requests that a completion ends. The completion queue is
// locked.
func (q *queuePair) completed(w *ib.Completion, ended func(slot)) {
	number := w.ID &^ receiveBit
	switch {
	case w.ID&receiveBit == 0:
		q.initiator.take(number, w.Status, func(s slot) {
			if b, is := s.effect.(*binding); is {
				q.adapter.settle(b, s.kind, s.status == ib.WCSuccess)
			}
			ended(s)
		})
	case q.shared == nil:
		q.receives.take(number, w.Status, ended)
	default:
		if s, ok := q.shared.taken(number); ok {
			s.status = w.Status
			ended(s)
		}
	}
}

// Flush implements [nd2.QueuePair].
func (q *queuePair) Flush() nd2.Status {
	q.fail()
	return nd2.Success
}
