//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"math"
	"os"
	"slices"
	"syscall"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// This file holds what is particular to siw, Linux's software iWARP. The functions named here
// are in the kernel's drivers/infiniband/sw/siw, or in siw's library.

// siwVendor is what siw reports as its vendor. Source: siw.h, SIW_VENDOR_ID.
const siwVendor = 0x626d74

// isSIW reports whether a device is siw. Its connections are the kernel's TCP connections, so
// its own addresses reach each other; no other iWARP adapter is known to do that.
func isSIW(l *ib.Limits) bool { return l.IWARP && l.Vendor == siwVendor }

// siw maps queues at page offsets, the lowest free offset first (siw_verbs.c,
// siw_mmap_entry_insert). Its library takes one of these offsets for "none", and fails to make
// the queue (siw.c, siw_create_qp, siw_create_cq; siw_abi.h, SIW_INVAL_UOBJ_KEY): without
// reserve, no more than 144 pages could be had.
const (
	siwInvalidOffset = 0x90000
	siwResultSize    = 32 // siw-abi.h, struct siw_cqe
)

// reserve occupies that offset by an unused queue. It must be the first.
func (d *device) reserve() (err error) {
	if d.siw {
		d.reserved, err = d.context.NewCQ((siwInvalidOffset+uint32(os.Getpagesize()))/siwResultSize, 0, d.channel, 0)
	}
	return err
}

// filled returns the entries of a Receive or a Read, with an empty entry if there are none.
// siw's library refuses a Receive without entries (siw.c, push_recv_wqe), and a Read without
// entries takes those of the former request in its place.
func (d *device) filled(list []ib.SGE) []ib.SGE {
	if d.siw && len(list) == 0 {
		return append(list, ib.SGE{})
	}
	return list
}

// mayBeSolicited reports whether a result may be that of a solicited message. siw never
// announces these to a queue armed for them alone (siw_qp.c, siw_rqe_complete). So each
// Receive of siw counts: waking a client too often is better than never.
func (d *device) mayBeSolicited(r *nd2.Result) bool {
	return d.siw && r.RequestType == nd2.RequestReceive
}

// taken reports whether a failed call has posted its request all the same: siw's library
// writes the request to the queue before the kernel says that the connection has ended (siw.c,
// siw_post_send; siw_verbs.c, siw_post_send).
func (d *device) taken(err error) bool { return d.siw && errors.Is(err, syscall.ENOTCONN) }

// statusOf returns the status of an ended request. siw has the same code for a request without
// access to its memory and for a request whose connection ends meanwhile (siw_qp_tx.c,
// siw_qp_sq_process). For a Receive without access it has no code but an event (siw_qp_rx.c,
// siw_proc_send).
func (q *queuePair) statusOf(s *slot) nd2.Status {
	if q.adapter.device.siw {
		switch {
		case s.status == ib.WCLocalQPOperation && !s.unregistered:
			return nd2.Canceled
		case s.status == ib.WCLocalQPOperation, s.status == ib.WCGeneral && q.denied.Load():
			return nd2.AccessViolation
		}
	}
	return statusOf(s.status, s.kind)
}

// unregistered reports whether siw is going to refuse a request for an entry that is not, or not
// whole, in memory that is registered.
func (q *queuePair) unregistered(list []ib.SGE) bool {
	a := q.adapter
	return a.device.siw && slices.ContainsFunc(list, func(e ib.SGE) bool {
		return e.Length > 0 && !a.device.resources.has(func(owner any) bool {
			m, is := owner.(*memoryRegion)
			return is && m.adapter == a && m.covers(e)
		})
	})
}

// fence delays a Read until the requests before it have ended. siw refuses that and stands
// still (siw_qp.c, siw_activate_tx_from_sq); so an empty Write waits instead, ahead of the
// Read.
func (q *queuePair) fence(flags *ib.Flags) error {
	if !q.adapter.device.siw || *flags&ib.Fence == 0 {
		return nil
	}
	*flags &^= ib.Fence
	return q.qp.Post(&ib.Request{ID: fenceID, Opcode: ib.Write, Flags: ib.Fence})
}

// fenceID is a number that no request has.
const fenceID = receiveBit - 1

// deaf reports whether siw keeps posted requests without carrying them out or flushing them,
// until its queue is full (siw_qp.c, siw_qp_modify).
func (q *queuePair) deaf() bool { return q.adapter.device.siw && q.flushing.Load() }

// overdue notes that a request was posted when siw had flushed or would soon.
func (q *queuePair) overdue(number uint64) {
	if q.adapter.device.siw {
		q.initiator.late.CompareAndSwap(math.MaxUint64, number)
		q.fail()
	}
}

// finish cancels what siw does not flush: requests posted since a queue pair has failed, and
// Reads in progress at a Disconnect. siw flushes only once (siw_qp.c, siw_qp_modify). It takes
// locks that the caller may hold.
func (q *queuePair) finish() {
	d := q.adapter.device
	if !d.siw {
		return
	}
	d.tasks.Go(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.flushing.Load() && q.qp != nil {
			q.forget()
		}
	})
}

// replace gives a failed queue pair a new queue pair of the device: siw's can't be reused
// (siw_qp.c, siw_qp_modify). It frees the old one when the kernel's connection manager has let
// it go, which may take until the peer answers. The queue pair is locked.
func (q *queuePair) replace() nd2.Status {
	if q.flushing.Load() {
		q.forget()
	}
	qp, err := q.make()
	if err != nil {
		return statusOfError(err, nd2.InsufficientResources)
	}
	q.receiveCQ.removeUser(q.number)
	q.initiatorCQ.removeUser(q.number)
	q.life.Lock()
	old := q.qp
	q.qp, q.number = qp, qp.Number()
	q.life.Unlock()
	q.replaced.Go(old.Free)
	q.receiveCQ.join(q, q.number)
	q.initiatorCQ.join(q, q.number)
	q.flushing.Store(false)
	q.denied.Store(false)
	q.holding.on, q.holding.used = true, false
	return nd2.Success
}

// holding keeps a queue pair's Receives from siw until there is a connection: a refused
// connection ends them (siw_cm.c, siw_cm_work_handler). Nothing can arrive before.
type holding struct {
	on       bool
	receives []heldReceive
	// used says that the queue pair has been part of an attempt to connect, and can't be
	// used for another.
	used bool
}

type heldReceive struct {
	id   uint64
	list []ib.SGE
}

// receive posts a Receive, or holds it. The queue pair is locked.
func (q *queuePair) receive(id uint64, list []ib.SGE) error {
	switch {
	case q.deaf():
		return nil
	case q.holding.on:
		q.holding.receives = append(q.holding.receives, heldReceive{id, slices.Clone(list)})
		return nil
	}
	return q.qp.Receive(id, list)
}

// deliver posts the held Receives.
func (q *queuePair) deliver() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.holding.on = false
	for _, r := range q.holding.receives {
		if err := q.qp.Receive(r.id, r.list); err != nil {
			return err
		}
	}
	q.holding.receives = nil
	return nil
}

// places returns how many requests the device may hold, fences included.
func (q *queuePair) places() uint32 {
	n := uint32(len(q.initiator.slots))
	if q.adapter.device.siw {
		return 2 * n
	}
	return n
}
