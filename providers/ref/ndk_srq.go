package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// An ndkSRQ implements [ndk.SRQ].
type ndkSRQ struct {
	ndkObject
	pd                  *ndkPD
	queue               *nic.SharedReceiveQueue
	notification        ndk.SRQNotification
	notificationContext uintptr
}

// ModifySrq implements [ndk.SRQ]. It completes inline; a due notification comes before
// it returns.
func (q *ndkSRQ) ModifySrq(depth, notifyThreshold uint32, _ ndk.RequestCompletion, _ uintptr) ndk.Status {
	device := q.pd.adapter.device
	if s := device.Check("NDK_SRQ_DISPATCH::NdkModifySrq"); s != nd2.Success {
		return ndk.Status(s)
	}
	if depth > device.Limits().SharedReceiveDepth {
		return ndk.InvalidParameter
	}
	return ndk.Status(q.queue.ModifyAndArm(depth, notifyThreshold, q.alarm()))
}

// SrqReceive implements [ndk.SRQ].
func (q *ndkSRQ) SrqReceive(requestContext uintptr, sgl []ndk.SGE) ndk.Status {
	if s := q.pd.adapter.device.Check("NDK_SRQ_DISPATCH::NdkSrqReceive"); s != nd2.Success {
		return ndk.Status(s)
	}
	return ndk.Status(q.queue.Receive(requestContext, ndkEntries(sgl)))
}

// alarm arms the queue: it returns an OVERLAPPED whose completion calls the consumer's
// notification, with STATUS_INTERNAL_ERROR for any failure. It returns nil without a
// notification.
func (q *ndkSRQ) alarm() *nd2.Overlapped {
	if q.notification == nil {
		return nil
	}
	return callback(func(s nd2.Status) {
		if s == nd2.Canceled || !q.holdOpen() {
			return
		}
		if s != nd2.Success {
			s = nd2.InternalError
		}
		q.notification(q.notificationContext, ndk.Status(s))
		q.release()
	})
}
