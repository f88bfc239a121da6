package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// breaks makes a queue pair fail because a queue of its has failed; later, since its
// connection may be at work. The device is locked.
func (d *Device) breaks(q *QueuePair) { d.broken = append(d.broken, q) }

// failQueuePairs fails the broken queue pairs. Flushing may break more.
func (d *Device) failQueuePairs() {
	for len(d.broken) > 0 {
		q := d.broken[0]
		d.broken = d.broken[1:]
		q.fail()
	}
}

// statusOf returns the status of a request of type t that ended with o. Source:
// IND2CompletionQueue.md, ND2_RESULT structure, Remarks.
func (d *Device) statusOf(o rc.Outcome, t nd2.RequestType) nd2.Status {
	switch {
	case d.quirks.Refused != nd2.Success && refused(o):
		return d.quirks.Refused
	case (d.quirks.OtherCodes || d.quirks.UsualCodes) && usualStatusOf(o, t) != nd2.Success:
		return usualStatusOf(o, t)
	case d.quirks.OtherCodes && (o == rc.RemoteAccess || o == rc.RNRExceeded):
		return nd2.RemoteError
	case o == rc.LocalLength && t == nd2.RequestReceive:
		return nd2.BufferOverflow
	case int(o) < len(statuses):
		return statuses[o]
	}
	return nd2.InternalError
}

// refused reports whether the peer's answer has ended the request.
func refused(o rc.Outcome) bool {
	return o == rc.RemoteAccess || o == rc.RemoteInvalid || o == rc.RemoteOperation
}

var statuses = [...]nd2.Status{
	rc.OK:              nd2.Success,
	rc.Flushed:         nd2.Canceled,
	rc.LocalProtection: nd2.AccessViolation,
	rc.LocalOperation:  nd2.InvalidDeviceRequest,
	rc.LocalLength:     nd2.DataOverrun,
	rc.Internal:        nd2.InternalError,
	rc.WindowBind:      nd2.InvalidDeviceRequest,
	rc.WindowState:     nd2.InvalidDeviceRequest,
	rc.RemoteAccess:    nd2.AccessViolation,
	rc.RemoteInvalid:   nd2.RemoteError,
	rc.RemoteOperation: nd2.RemoteError,
	rc.RNRExceeded:     nd2.IOTimeout,
	rc.RetryExceeded:   nd2.IOTimeout,
}

// usualStatusOf returns the status that shipped providers use where the documents
// prefer another but permit it, or ND_SUCCESS.
func usualStatusOf(o rc.Outcome, t nd2.RequestType) nd2.Status {
	switch {
	case o == rc.LocalLength && t == nd2.RequestReceive:
		return nd2.DataOverrun
	case o == rc.RemoteInvalid && t == nd2.RequestSend:
		return nd2.DataError
	}
	return nd2.Success
}

// overrun returns the status of a completion queue that overflows.
func (d *Device) overrun() nd2.Status {
	if d.quirks.OtherCodes {
		return nd2.DataOverrun
	}
	return nd2.BufferOverflow
}

// peerLeft returns NotifyDisconnect's status when the peer has left.
func (d *Device) peerLeft() nd2.Status {
	if d.quirks.OtherCodes {
		return nd2.ConnectionDisconnected
	}
	return nd2.Success
}

// alreadyBound returns the status of a second Bind.
func (d *Device) alreadyBound() nd2.Status {
	if d.quirks.OtherCodes || d.quirks.UsualCodes {
		return nd2.AddressAlreadyAssociated
	}
	return nd2.SharingViolation
}
