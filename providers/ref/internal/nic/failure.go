package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// breaks makes a queue pair fail because one of its queues has failed; not at once,
// since its connection may be at work. The device is locked.
func (d *Device) breaks(q *QueuePair) { d.broken = append(d.broken, q) }

// failQueuePairs does what breaks has promised. Flushing may break more.
func (d *Device) failQueuePairs() {
	for len(d.broken) > 0 {
		q := d.broken[0]
		d.broken = d.broken[1:]
		q.fail()
	}
}

// statusOf returns the status of a request of the given type that ended with o.
// Source: IND2CompletionQueue.md, ND2_RESULT structure, Remarks.
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

// refused reports whether a request has ended because of the peer's answer.
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
// name another one but permit this one as well, or ND_SUCCESS if there is none.
func usualStatusOf(o rc.Outcome, t nd2.RequestType) nd2.Status {
	switch {
	case o == rc.LocalLength && t == nd2.RequestReceive:
		return nd2.DataOverrun
	case o == rc.RemoteInvalid && t == nd2.RequestSend:
		return nd2.DataError
	}
	return nd2.Success
}

// overrun returns the status with which a full completion queue fails.
func (d *Device) overrun() nd2.Status {
	if d.quirks.OtherCodes {
		return nd2.DataOverrun
	}
	return nd2.BufferOverflow
}

// peerLeft returns the status with which a NotifyDisconnect ends.
func (d *Device) peerLeft() nd2.Status {
	if d.quirks.OtherCodes {
		return nd2.ConnectionDisconnected
	}
	return nd2.Success
}

// alreadyBound returns what a second Bind returns.
func (d *Device) alreadyBound() nd2.Status {
	if d.quirks.OtherCodes || d.quirks.UsualCodes {
		return nd2.AddressAlreadyAssociated
	}
	return nd2.SharingViolation
}
