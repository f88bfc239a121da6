package requirement

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// Failures of Windows' headers.
const (
	noSuchDevice     nd2.Status = 0xC000000E
	bufferTooSmall   nd2.Status = 0xC0000023
	notAssociated    nd2.Status = 0xC0000239
	parameter11      nd2.Status = 0xC00000F9
	notImplemented   nd2.Status = 0x80004001 // E_NOTIMPL
	win32NotFound    nd2.Status = 0x80070490
	nobodys          nd2.Status = 0xC0000999
	customersOwn     nd2.Status = 0xE0000001
	informational    nd2.Status = 0x40000000
	unknownOfSuccess nd2.Status = 0x00000104
)

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		id   string
		seen nd2.Status
		want Standing
	}{
		// What the page says.
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.InvalidParameter5, Exact},
		{"connector.getlocaladdress.nd-connection-invalid", nd2.ConnectionInvalid, Exact},
		{"connector.getlocaladdress.nd-connection-invalid", nd2.InvalidDeviceState, Ruled},

		// Another failure, on which the page is silent.
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.InvalidParameter, WellKnown},
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.InvalidParameterMix, WellKnown},
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.NotSupported, WellKnown},
		{"connector.getlocaladdress.nd-connection-invalid", notAssociated, WellKnown},
		{"connector.getlocaladdress.nd-buffer-overflow", bufferTooSmall, WellKnown},
		{"provider.openadapter.nd-invalid-parameter", noSuchDevice, WellKnown},
		{"provider.openadapter.nd-invalid-parameter", win32NotFound, WellKnown},
		{"cq.resize.nd-not-supported", notImplemented, WellKnown},
		{"connector.connect.canceled", nd2.ConnectionAborted, WellKnown},
		// It says nothing of the cause, and nobody can take it for another.
		{"connector.getlocaladdress.nd-connection-invalid", nd2.Unsuccessful, WellKnown},
		// The page has it for any failure.
		{"connector.getreadlimits.nd-connection-invalid", nd2.Unsuccessful, Ruled},
		{"connector.getprivatedata.nd-buffer-overflow", nd2.Unsuccessful, Ruled},
		{"connector.getreadlimits.passive", nd2.Unsuccessful, Wrong},

		// What the page has for another cause.
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.InvalidParameter6, Wrong},
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.InsufficientResources, Wrong},
		{"qp.send.nd-connection-invalid", nd2.NoMoreEntries, Wrong},
		{"connector.getlocaladdress.nd-connection-invalid", nd2.BufferOverflow, Wrong},
		// A parameter that is not at fault, whether or not the page has it.
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.InvalidParameter4, Wrong},
		{"adapter.createqueuepair.nd-invalid-parameter-5", parameter11, Wrong},
		{"adapter.createcompletionqueue.nd-invalid-parameter-3", nd2.InvalidParameter4, Wrong},
		{"adapter.createcompletionqueue.nd-invalid-parameter-3", nd2.InvalidParameter, WellKnown},
		{"adapter.createcompletionqueue.nd-invalid-parameter-3", nd2.InsufficientResources, Ruled},
		{"qp.send.nd-invalid-parameter-4", nd2.InvalidParameter3, Wrong},
		{"qp.send.nd-invalid-parameter-4", nd2.InvalidParameter, WellKnown},
		{"connector.getlocaladdress.nd-connection-invalid", nd2.InvalidParameter1, Wrong},
		{"provider.openadapter.nd-invalid-parameter", nd2.InvalidParameter1, Wrong},
		// The parameter that is wrong, where the code leaves it open.
		{"provider.openadapter.nd-invalid-parameter", nd2.InvalidParameter2, WellKnown},
		{"cq.resize.nd-invalid-parameter", nd2.InvalidParameter1, WellKnown},
		// What happened to nobody.
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.DeviceRemoved, Wrong},
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.Canceled, Wrong},
		{"provider.resolveaddress.nd-invalid-address", nd2.DeviceRemoved, Wrong},
		{"qp.flush.nd-success", nd2.Canceled, Wrong},

		// No failure.
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.Success, Wrong},
		{"adapter.createqueuepair.nd-invalid-parameter-5", nd2.Pending, Wrong},
		{"connector.connect.nd-io-timeout", nd2.Timeout, Wrong},
		{"connector.connect.nd-io-timeout", informational, Wrong},
		// No number of anybody's.
		{"adapter.createqueuepair.nd-invalid-parameter-5", nobodys, Wrong},
		{"adapter.createqueuepair.nd-invalid-parameter-5", customersOwn, Wrong},

		// A success is due: the documented ones, and either where the page has both.
		{"cq.notify.nd-success", nd2.Success, Exact},
		{"cq.notify.nd-success", nd2.Pending, Exact},
		{"cq.notify.nd-pending", nd2.Success, Exact},
		{"cq.notify.nd-pending", nd2.InternalError, Wrong},
		{"cq.notify.nd-pending", notImplemented, Wrong},
		{"connector.reject.nd-pending", nd2.Success, Exact},
		{"cq.resize.nd-success", nd2.Pending, Wrong},
		{"cq.resize.nd-success", nd2.Unsuccessful, Wrong},
		{"cq.resize.nd-success", unknownOfSuccess, Wrong},
		{"overlapped.getoverlappedresult.nd-success", nd2.Pending, Wrong},
		{"overlapped.getoverlappedresult.nd-pending", nd2.Success, Wrong},

		// A success, or a failure.
		{"connector.notifydisconnect.late", nd2.ConnectionDisconnected, Ruled},
		{"connector.notifydisconnect.late", nd2.ConnectionAborted, WellKnown},
		{"connector.notifydisconnect.late", nd2.ConnectionInvalid, Wrong},
		{"cq.getnotifyaffinity.nd-success", notImplemented, WellKnown},
		{"adapter.createqueuepair.maxima-together", nd2.NoMemory, WellKnown},
		{"adapter.createqueuepair.maxima-together", nd2.InvalidParameter5, Wrong},

		// A result: what its table has, and nothing else.
		{"cq.getresults.send.nd-canceled", nd2.Canceled, Exact},
		{"cq.getresults.send.nd-canceled", nd2.ConnectionAborted, Wrong},
		{"cq.getresults.send.nd-io-timeout", nd2.Timeout, Ruled},
		{"cq.getresults.remote-access", nd2.RemoteError, Exact},
		{"mr.bounds.write", nd2.RemoteError, Exact},
		{"cq.getresults.remote-access", nd2.DataError, Wrong},
		{"endpoint.write.beyond-window", nd2.DataError, Wrong},
		{"mr.bounds.write", nd2.DataError, WellKnown}, // returned; see TestJudgeResult

		// NDK: the same numbers, but no names of COM.
		{"ndk.createsrq.status-invalid-parameter", nd2.InvalidParameter, Exact},
		{"ndk.createsrq.status-invalid-parameter", nd2.NotSupported, WellKnown},
		{"ndk.createsrq.status-invalid-parameter", notImplemented, Wrong},
		{"ndk.createsrq.status-invalid-parameter", nd2.InsufficientResources, Wrong},
		{"ndk.createsrq.status-success", nd2.Success, Exact},

		// v1: its own ruling.
		{"endpoint.createendpoint.nd-invalid-parameter-7", nd2.InvalidParameter7, Exact},
		{"endpoint.createendpoint.nd-invalid-parameter-7", nd2.InvalidParameter9, Ruled},
		{"endpoint.createendpoint.nd-invalid-parameter-7", nd2.NotSupported, WellKnown},
	} {
		e, ok := Lookup(c.id)
		if got := e.Judge(c.seen); !ok || got != c.want {
			t.Errorf("%s, %v: %s, want %s", c.id, c.seen, got, c.want)
		}
	}
}

// No other status will do for the result of a work request, in any entry.
func TestJudgeResult(t *testing.T) {
	e, _ := Lookup("qp.bind.outside-region")
	for s, want := range map[nd2.Status]Standing{
		nd2.AccessViolation: Exact, nd2.InvalidDeviceRequest: Ruled, nd2.InvalidParameter: Wrong, noSuchDevice: Wrong,
	} {
		if got := e.JudgeResult(s); got != want {
			t.Errorf("%v: %s, want %s", s, got, want)
		}
	}
	if got := e.Judge(noSuchDevice); got != WellKnown {
		t.Errorf("returned: %s", got)
	}
	e, _ = Lookup("mr.bounds.write")
	if got := e.JudgeResult(nd2.DataError); got != Wrong {
		t.Errorf("a Write beyond the region: %s", got)
	}
}

func TestParametersAtFaultAreOfEntries(t *testing.T) {
	for id := range atFault {
		e, ok := Lookup(id)
		switch {
		case !ok:
			t.Errorf("%s is not in the catalogue", id)
		case !e.MayFail():
			t.Errorf("%s has no call that must fail", id)
		case parameter(e.Accept[0]) != 0:
			t.Errorf("%s names the parameter itself", id)
		}
	}
}
