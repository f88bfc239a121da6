//go:build linux && cgo && verbs

package verbs

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// A disarmer withdraws a request for completions. Verbs has no call for that: once
// asked for any completion, the device announces the next one, and does not say whether
// it was solicited. So the disarmer makes a completion: the flushed Receive of a queue
// pair that has no other use.
type disarmer struct {
	qp *ib.QP
	// completion and event say what is still to come; done is broadcast when the event
	// came.
	completion, event bool
	done              sync.Cond
}

// disarm makes the device forget that it was asked for any completion. The queue is
// locked; disarm unlocks it in between.
func (c *completionQueue) disarm() nd2.Status {
	q := &c.disarmer
	if q.done.L == nil {
		q.done.L = &c.lock
	}
	if !q.event {
		if err := c.postDummy(); err != nil {
			return statusOfError(err, nd2.InsufficientResources)
		}
		q.completion, q.event = true, true
	}
	// The completion stays unannounced if the device had another to announce before.
	for deadline := time.Now().Add(flushing); q.completion && time.Now().Before(deadline); {
		c.drain()
	}
	for q.event && c.cq != nil && c.failure == nd2.Success {
		q.done.Wait()
	}
	return nd2.Success
}

// flushing is how long a device may take to flush a Receive; it takes microseconds.
const flushing = time.Second

// postDummy makes a meaningless completion.
func (c *completionQueue) postDummy() (err error) {
	q, d := &c.disarmer, c.adapter.device
	if q.qp == nil {
		config := ib.QPConfig{Send: c.cq, Receive: c.cq, SendDepth: 1, ReceiveDepth: 1, SendSGE: 1, ReceiveSGE: 1}
		q.qp, err = c.adapter.domain.NewQP(config)
		if err != nil {
			return err
		}
	} else if err := q.qp.Reset(); err != nil {
		return err
	}
	if err := q.qp.Init(d.port); err != nil {
		return err
	}
	if err := q.qp.Receive(receiveBit, nil); err != nil {
		return err
	}
	return q.qp.Fail()
}

// takeDummy takes a completion that belongs to no client's queue pair.
func (c *completionQueue) takeDummy(w *ib.Completion) {
	if q := &c.disarmer; q.qp != nil && w.QPN == q.qp.Number() {
		q.completion = false
	}
}

func (q *disarmer) free() {
	if q.qp != nil {
		q.qp.Free()
	}
}
