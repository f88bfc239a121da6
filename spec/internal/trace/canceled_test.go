package trace

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// TestCanceled shows which call is to blame for a result that is due: what has canceled the request
// since it was posted, or else the request's own.
func TestCanceled(t *testing.T) {
	receive := Debt{Method: "IND2QueuePair::Receive"}
	by := func(what string) Debt { return Debt{"IND2QueuePair::Receive", what} }
	pair := named("qp1")
	for name, c := range map[string]struct {
		calls func(w *world)
		want  Debt
	}{
		"nothing has": {func(w *world) { w.receive("qp1") }, receive},
		"Flush": {func(w *world) {
			w.receive("qp1")
			w.note("qp1", "Flush", "").end(nd2.Success)
		}, by("IND2QueuePair::Flush")},
		"Flush, and Disconnect after it": {func(w *world) {
			w.note("connector1", "Connect", "_", pair).end(nd2.Pending)
			w.receive("qp1")
			w.note("qp1", "Flush", "").end(nd2.Success)
			w.note("connector1", "Disconnect", "").end(nd2.Pending)
		}, by("IND2QueuePair::Flush")},
		"Disconnect, of the queue pair that it has accepted for": {func(w *world) {
			w.note("connector1", "Accept", "_", named("qp2")).end(nd2.Success)
			w.receive("qp2")
			w.note("connector1", "Disconnect", "").end(nd2.Pending)
		}, by("IND2Connector::Disconnect")},
		"Disconnect of another": {func(w *world) {
			w.note("connector1", "Accept", "_", named("qp2")).end(nd2.Success)
			w.receive("qp1")
			w.note("connector1", "Disconnect", "").end(nd2.Success)
		}, receive},
		"Flush before": {func(w *world) {
			w.note("qp1", "Flush", "").end(nd2.Success)
			w.receive("qp1")
		}, receive},
		"Flush that fails": {func(w *world) {
			w.receive("qp1")
			w.note("qp1", "Flush", "").end(nd2.DeviceRemoved)
		}, receive},
		"a failure": {func(w *world) {
			w.receive("qp1")
			w.send("qp1", 0)
			w.note("cq1", "GetResults",
				"").end([]nd2.Result{{RequestContext: 1, RequestType: nd2.RequestSend, Status: nd2.RemoteError}})
		}, by(Failure)},
		"Flush, of a silent request": {func(w *world) {
			w.send("qp1", nd2.SilentSuccess)
			w.note("qp1", "Flush", "").end(nd2.Success)
		}, Debt{"IND2QueuePair::Send", "IND2QueuePair::Flush"}},
		"Flush, of a Receive of a shared queue, which may be half filled": {func(w *world) {
			w.receive("srq1")
			w.note("qp3", "Flush", "").end(nd2.Success)
		}, Debt{"IND2SharedReceiveQueue::Receive", "IND2QueuePair::Flush"}},
		"Flush of a queue pair without the shared queue": {func(w *world) {
			w.receive("srq1")
			w.note("qp1", "Flush", "").end(nd2.Success)
		}, Debt{Method: "IND2SharedReceiveQueue::Receive"}},
	} {
		w := newWorld()
		c.calls(w)
		if got := w.OwesIn(nil); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
