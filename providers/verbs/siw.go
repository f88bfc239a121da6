//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"syscall"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// This file holds what is particular to siw, Linux's software iWARP, in whose own files of
// the kernel (drivers/infiniband/sw/siw) the functions named here are, or in its library.

// siwVendor is what siw reports as its vendor. Source: siw.h, SIW_VENDOR_ID.
const siwVendor = 0x626d74

// isSIW reports whether a device is siw. Its connections are the kernel's own of TCP, so
// that its addresses reach each other: no other iWARP adapter is known to do that.
func isSIW(l *ib.Limits) bool { return l.IWARP && l.Vendor == siwVendor }

// filled returns the entries of a Receive or a Read. A request without any is refused as
// a Receive (siw.c of the library, push_recv_wqe), and a Read that has none takes what the
// request in its place had before: such a request gets an empty entry.
func (d *device) filled(list []ib.SGE) []ib.SGE {
	if d.siw && len(list) == 0 {
		return append(list, ib.SGE{})
	}
	return list
}

// mayBeSolicited reports whether a result counts as one of a solicited message. siw never
// announces these to a queue that is armed for them alone (siw_qp.c, siw_rqe_complete), so
// there each Receive counts: a client is woken too often rather than never.
func (d *device) mayBeSolicited(r *nd2.Result) bool {
	return d.siw && r.RequestType == nd2.RequestReceive
}

// taken reports whether a request was posted though the call has failed: the library has
// written it to the queue by the time that the kernel says that the connection has just
// ended (siw.c of the library, siw_post_send; siw_verbs.c, siw_post_send).
func (d *device) taken(err error) bool { return d.siw && errors.Is(err, syscall.ENOTCONN) }

// finish reports as canceled what siw does not flush, since it flushes once only, when a
// queue pair fails (siw_qp.c, siw_qp_modify): requests posted since, and Reads in progress
// at a Disconnect. It takes locks that the caller may hold.
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

// replace gives a queue pair that has failed a new one of the device: siw's can't be used
// again (siw_qp.c, siw_qp_modify). The old one is freed when the kernel's connection
// manager has let it go, which may take until a peer has answered.
func (q *queuePair) replace() error {
	qp, err := q.make()
	if err != nil {
		return err
	}
	q.receiveCQ.disown(q.number)
	q.initiatorCQ.disown(q.number)
	q.life.Lock()
	old := q.qp
	q.qp, q.number = qp, qp.Number()
	q.life.Unlock()
	q.replaced.Go(old.Free)
	q.receiveCQ.join(q, q.number)
	q.initiatorCQ.join(q, q.number)
	return nil
}
