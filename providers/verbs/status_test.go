package verbs

import (
	"errors"
	"fmt"
	"syscall"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

func TestStatusOf(t *testing.T) {
	for _, c := range []struct {
		status ib.WCStatus
		kind   nd2.RequestType
		want   nd2.Status
	}{
		{ib.WCSuccess, nd2.RequestSend, nd2.Success},
		{ib.WCFlushed, nd2.RequestReceive, nd2.Canceled},
		{ib.WCLocalLength, nd2.RequestSend, nd2.DataOverrun},
		{ib.WCLocalLength, nd2.RequestReceive, nd2.BufferOverflow},
		{ib.WCRemoteInvalidRequest, nd2.RequestReceive, nd2.BufferOverflow},
		{ib.WCRemoteInvalidRequest, nd2.RequestSend, nd2.RemoteError},
		{ib.WCRemoteOperation, nd2.RequestWrite, nd2.RemoteError},
		{ib.WCLocalProtection, nd2.RequestReceive, nd2.AccessViolation},
		{ib.WCRemoteAccess, nd2.RequestRead, nd2.AccessViolation},
		{ib.WCWindowBind, nd2.RequestBind, nd2.AccessViolation},
		{ib.WCWindowBind, nd2.RequestInvalidate, nd2.InvalidDeviceRequest},
		{ib.WCLocalQPOperation, nd2.RequestSend, nd2.InvalidDeviceRequest},
		{ib.WCRetryExceeded, nd2.RequestSend, nd2.IOTimeout},
		{ib.WCRNRRetryExceeded, nd2.RequestSend, nd2.IOTimeout},
		{ib.WCFatal, nd2.RequestSend, nd2.InternalError},
		{ib.WCStatus(99), nd2.RequestSend, nd2.InternalError},
	} {
		if got := statusOf(c.status, c.kind); got != c.want {
			t.Errorf("%v of a %v: %v, want %v", c.status, c.kind, got, c.want)
		}
	}
}

func TestStatusOfError(t *testing.T) {
	for err, want := range map[error]nd2.Status{
		&ib.Error{Call: "ibv_create_qp", Errno: syscall.ENOMEM}: nd2.InsufficientResources,
		&ib.Error{Call: "ibv_create_qp", Errno: syscall.EIO}:    nd2.DeviceRemoved,
		&ib.Error{Call: "ibv_create_qp", Errno: syscall.EINVAL}: nd2.Unsuccessful,
		errors.New("another"): nd2.Unsuccessful,
	} {
		if got := statusOfError(fmt.Errorf("wrapped: %w", err), nd2.Unsuccessful); got != want {
			t.Errorf("%v: %v, want %v", err, got, want)
		}
	}
}

func TestStatusesOfAddresses(t *testing.T) {
	for number, want := range map[syscall.Errno]nd2.Status{
		syscall.ENETUNREACH:  nd2.NetworkUnreachable,
		syscall.EHOSTUNREACH: nd2.HostUnreachable,
		syscall.ETIMEDOUT:    nd2.IOTimeout,
		syscall.ECONNREFUSED: nd2.ConnectionRefused,
		syscall.EPIPE:        nd2.ConnectionRefused, // siw's, whose peer has closed TCP before the request is sent
	} {
		if got := unreachable(number); got != want {
			t.Errorf("unreachable by %v: %v, want %v", number, got, want)
		}
	}
	for number, want := range map[syscall.Errno]nd2.Status{
		syscall.EADDRINUSE:    nd2.SharingViolation,
		syscall.EADDRNOTAVAIL: nd2.InvalidAddress,
		syscall.ENOMEM:        nd2.InsufficientResources,
	} {
		if got := bindingStatus(number); got != want {
			t.Errorf("binding with %v: %v, want %v", number, got, want)
		}
	}
}
