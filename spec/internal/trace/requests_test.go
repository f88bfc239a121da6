package trace

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// TestOwed shows which requests are named as those that have no result, or two.
func TestOwed(t *testing.T) {
	r := NewRecorder()
	post := func(object, method string, context uintptr, flags nd2.OpFlags, returned nd2.Status) {
		r.begin(object, method, "context _ _?", context, []nd2.SGE(nil), flags).end(returned)
	}
	post("srq1", "Receive", 1, 0, nd2.Success)
	post("qp1", "Send", 2, 0, nd2.Success)
	post("qp1", "Send", 3, nd2.SilentSuccess, nd2.Success)
	post("qp1", "Send", 4, 0, nd2.InvalidParameter)
	post("qp1", "Write", 5, 0, nd2.Success)
	post("qp1", "Read", 2, 0, nd2.Success)
	r.begin("cq1", "GetResults", "room", 4).polled(false, []nd2.Result{
		{RequestType: nd2.RequestWrite, RequestContext: 5}, {RequestType: nd2.RequestRead, RequestContext: 2},
	})
	if got, want := r.Owed(), "qp1.Send of context 2; srq1.Receive of context 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.begin("cq1", "GetResults", "room", 4).polled(false, []nd2.Result{
		{RequestType: nd2.RequestSend, RequestContext: 2}, {RequestType: nd2.RequestReceive, RequestContext: 1},
	})
	if owed, twice := r.Owed(), r.Twice(); owed+twice != "" {
		t.Errorf("%q, %q of requests that all have their results", owed, twice)
	}
	for range 2 {
		r.begin("cq1", "GetResults", "room", 4).polled(false, []nd2.Result{
			{RequestType: nd2.RequestSend, RequestContext: 2},
			{RequestType: nd2.RequestSend, RequestContext: 3},
			{RequestType: nd2.RequestBind, RequestContext: 1},
		})
	}
	if got, want := r.Twice(), "qp1.Send of context 2; qp1.Send of context 3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
