package verbs

import (
	"errors"
	"syscall"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// statusOf returns the status of a request that ended with s.
func statusOf(s ib.WCStatus, kind nd2.RequestType) nd2.Status {
	switch {
	case kind == nd2.RequestReceive && (s == ib.WCLocalLength || s == ib.WCRemoteInvalidRequest):
		// rdma_rxe blames the sender for a message that is too long.
		return nd2.BufferOverflow
	case kind == nd2.RequestInvalidate && s == ib.WCWindowBind:
		return nd2.InvalidDeviceRequest
	}
	if status, ok := completionStatuses[s]; ok {
		return status
	}
	return nd2.InternalError
}

var completionStatuses = map[ib.WCStatus]nd2.Status{
	ib.WCSuccess:              nd2.Success,
	ib.WCFlushed:              nd2.Canceled,
	ib.WCLocalLength:          nd2.DataOverrun,
	ib.WCLocalQPOperation:     nd2.InvalidDeviceRequest,
	ib.WCLocalProtection:      nd2.AccessViolation,
	ib.WCLocalAccess:          nd2.AccessViolation,
	ib.WCWindowBind:           nd2.AccessViolation,
	ib.WCRemoteAccess:         nd2.AccessViolation,
	ib.WCRemoteInvalidRequest: nd2.RemoteError,
	ib.WCRemoteOperation:      nd2.RemoteError,
	ib.WCRemoteAborted:        nd2.RemoteError,
	ib.WCRetryExceeded:        nd2.IOTimeout,
	ib.WCRNRRetryExceeded:     nd2.IOTimeout,
	ib.WCResponseTimeout:      nd2.IOTimeout,
}

// statusOfError returns the status of a failed call: otherwise, unless its error number
// says more.
func statusOfError(err error, otherwise nd2.Status) nd2.Status {
	var number syscall.Errno
	if !errors.As(err, &number) {
		return otherwise
	}
	switch number {
	case syscall.EIO, syscall.ENODEV:
		return nd2.DeviceRemoved
	case syscall.ENOMEM, syscall.EAGAIN, syscall.ENOSPC, syscall.EMFILE:
		return nd2.InsufficientResources
	}
	return otherwise
}

// unreachable returns the status, by error number, of a Connect that found no route.
func unreachable(number syscall.Errno) nd2.Status {
	switch number {
	case syscall.ENETUNREACH, syscall.ENETDOWN, syscall.EADDRNOTAVAIL, syscall.EINVAL, syscall.EAFNOSUPPORT:
		return nd2.NetworkUnreachable
	case syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EPIPE:
		return nd2.ConnectionRefused
	case syscall.ETIMEDOUT:
		return nd2.IOTimeout
	}
	return nd2.HostUnreachable
}

// bindingStatus returns the status for a local address that can't be bound.
func bindingStatus(err error) nd2.Status {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nd2.SharingViolation
	case errors.Is(err, syscall.EADDRNOTAVAIL), errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.EINVAL):
		return nd2.InvalidAddress
	}
	return statusOfError(err, nd2.InsufficientResources)
}
