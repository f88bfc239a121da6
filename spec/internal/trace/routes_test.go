package trace

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// TestWhose shows which of several requests with one context a result is taken for.
func TestWhose(t *testing.T) {
	for name, c := range map[string]struct {
		posts       func(w *world)
		owed, twice string
	}{
		"the queue's own queue pair": {func(w *world) {
			w.send("qp1", 0)
			w.send("qp2", 0)
			w.result("cq2", nd2.RequestSend)
		}, "qp1.Send of context 1", ""},
		"the queue's own queue pair, Receives": {func(w *world) {
			w.receive("qp1")
			w.receive("qp2")
			w.result("cq4", nd2.RequestReceive)
		}, "qp1.Receive of context 1", ""},
		"not one whose results come elsewhere": {func(w *world) {
			w.send("qp1", 0)
			w.result("cq1", nd2.RequestSend)
			w.result("cq2", nd2.RequestSend)
		}, "", ""},
		"more than one in the queue": {func(w *world) {
			w.send("qp1", 0)
			w.result("cq1", nd2.RequestSend)
			w.result("cq1", nd2.RequestSend)
		}, "", "qp1.Send of context 1"},
		"of a shared queue": {func(w *world) {
			w.receive("srq1")
			w.result("cq1", nd2.RequestReceive)
		}, "srq1.Receive of context 1 (it came in cq1 instead)", ""},
		"of a shared queue, where a queue pair has it come": {func(w *world) {
			w.receive("srq1")
			w.result("cq5", nd2.RequestReceive)
		}, "", ""},
		"by another reference to the queue pair": {func(w *world) {
			w.send("qp1", 0)
			w.send("again qp2", 0)
			w.result("cq2", nd2.RequestSend)
		}, "qp1.Send of context 1", ""},
		"not a request that may have none": {func(w *world) {
			w.send("qp1", nd2.SilentSuccess)
			w.send("qp1", 0)
			w.result("cq1", nd2.RequestSend)
		}, "", ""},
	} {
		w := newWorld()
		c.posts(w)
		if owed, twice := w.Owed(), w.Twice(); owed != c.owed || twice != c.twice {
			t.Errorf("%s: owed %q, twice %q; want %q, %q", name, owed, twice, c.owed, c.twice)
		}
	}
}

// TestForgotten shows that no request has had two results that may be those of another one.
func TestForgotten(t *testing.T) {
	w := newWorld()
	for range requestsMost + 1 {
		w.send("qp1", 0)
	}
	for range requestsMost + 1 {
		w.result("cq1", nd2.RequestSend)
	}
	if twice := w.Twice(); twice != "" {
		t.Errorf("twice %q, and each had one", twice)
	}
}

// A world has queue pairs that report to queues: qp1 to cq3 and cq1, qp2 to cq4 and cq2, qp3, which
// has the Receives of srq1, to cq5 and cq1. qp2 and cq2 have two references.
type world struct {
	*Recorder
	adapter nd2.Adapter
	objects map[string]nd2.Unknown
}

func newWorld() *world {
	r := NewRecorder()
	w := &world{r, watch[nd2.Unknown](fakeAdapter{}, r.seen, "adapter1").(nd2.Adapter), map[string]nd2.Unknown{}}
	for range 5 {
		w.add("cq", &fakePolled{})
	}
	w.add("srq", fakeShared{})
	w.pair("cq3", "cq1")
	w.pair("cq4", "cq2")
	var third nd2.Unknown
	w.adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, w.objects["cq5"], w.objects["cq1"], w.objects["srq1"], 0, 1, 1, 0,
		&third)
	w.keep(third)
	for _, name := range []string{"qp2", "cq2"} {
		var again nd2.Unknown
		w.objects[name].QueryInterface(nd2.IIDUnknown, &again)
		w.objects["again "+Name(again)] = again
	}
	return w
}

func (w *world) add(kind string, object nd2.Unknown) { w.keep(watched(w.Recorder, kind, object)) }

func (w *world) keep(object nd2.Unknown) { w.objects[Name(object)] = object }

func (w *world) pair(receives, initiated string) {
	var pair nd2.Unknown
	w.adapter.CreateQueuePair(nd2.IIDQueuePair, w.objects[receives], w.objects[initiated], 0, 1, 1, 1, 1, 0, &pair)
	w.keep(pair)
}

func (w *world) send(pair string, flags nd2.OpFlags) {
	w.objects[pair].(nd2.QueuePair).Send(1, nil, flags)
}

func (w *world) receive(queue string) {
	w.objects[queue].(interface {
		Receive(uintptr, []nd2.SGE) nd2.Status
	}).Receive(1, nil)
}

// result makes a queue return one result.
func (w *world) result(queue string, of nd2.RequestType) {
	w.begin(queue, "GetResults", "room", 1).polled(false, []nd2.Result{{RequestType: of, RequestContext: 1}})
}

type fakeAdapter struct{ nd2.Adapter }

func (fakeAdapter) CreateQueuePair(_ nd2.GUID, _, _ nd2.Unknown, _ uintptr, _, _, _, _, _ uint32,
	pair *nd2.Unknown,
) nd2.Status {
	*pair = fakePair{}
	return nd2.Success
}

func (fakeAdapter) CreateQueuePairWithSrq(_ nd2.GUID, _, _, _ nd2.Unknown, _ uintptr, _, _, _ uint32,
	pair *nd2.Unknown,
) nd2.Status {
	*pair = fakePair{}
	return nd2.Success
}

type fakePair struct{ nd2.QueuePair }

func (p fakePair) QueryInterface(_ nd2.GUID, object *nd2.Unknown) nd2.Status {
	*object = p
	return nd2.Success
}

func (fakePair) Send(uintptr, []nd2.SGE, nd2.OpFlags) nd2.Status { return nd2.Success }
func (fakePair) Receive(uintptr, []nd2.SGE) nd2.Status           { return nd2.Success }

func (q *fakePolled) QueryInterface(_ nd2.GUID, object *nd2.Unknown) nd2.Status {
	*object = q
	return nd2.Success
}

type fakeShared struct{ nd2.SharedReceiveQueue }

func (fakeShared) Receive(uintptr, []nd2.SGE) nd2.Status { return nd2.Success }
