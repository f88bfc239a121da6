package calls

import (
	"testing"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// A queue pair of a thousand silent requests keeps only those that may not have ended.
func TestSilentRequestsAreForgotten(t *testing.T) {
	of := &Object{layer: newLayer(Hooks{})}
	other := &Object{layer: of.layer}
	l := &of.layer.postedRequests
	posted := func(o *Object, kind nd2.RequestType, flags nd2.OpFlags) uintptr {
		return l.add(&PostedRequest{Call: Call{Object: o, Request: kind, Flags: flags}})
	}
	posted(other, nd2.RequestWrite, nd2.SilentSuccess)
	receive := posted(of, nd2.RequestReceive, 0)
	for range 1000 {
		posted(of, nd2.RequestSend, nd2.SilentSuccess)
	}
	l.outcome(nd2.Result{RequestContext: receive})
	if n := len(l.byNumber); n != 1001 {
		t.Fatalf("%d requests are known after a Receive, want 1001", n)
	}
	l.outcome(nd2.Result{RequestContext: posted(of, nd2.RequestWrite, 0)})
	if n := len(l.byNumber); n != 1+margin {
		t.Errorf("%d requests are known after a result, want the other queue pair's and %d", n, margin)
	}
}

// held is an object to which another object of the provider's holds a reference.
type held struct{ nd2.QueuePair }

func (held) AddRef() uint32  { return 3 }
func (held) Release() uint32 { return 1 }

// A queue pair that a connector also holds is gone for the client with the client's last
// reference.
func TestQueuePairsThatOthersHoldAreForgotten(t *testing.T) {
	l := newLayer(Hooks{})
	q := &QueuePair{}
	q.wraps("IND2QueuePair", held{}, q).layer = l
	l.add(&q.Object)
	q.AddRef()
	q.Release()
	if len(l.objects) != 1 {
		t.Error("it is gone, and the client has a reference")
	}
	q.Release()
	if len(l.objects) != 0 {
		t.Error("it is there, and the client has none")
	}
}

// Objects released long ago leave nothing behind: neither requests, nor numbers, nor hooks'
// values.
func TestReleasedQueuePairsAreForgotten(t *testing.T) {
	l := newLayer(Hooks{})
	var kept Record[int]
	for range 2 * maxReleased {
		q := &QueuePair{}
		q.wraps("IND2QueuePair", nil, q).layer = l
		l.postedRequests.enter(q)
		l.add(&q.Object)
		kept.Set(&q.Object, 1)
		l.postedRequests.add(&PostedRequest{Call: Call{Object: &q.Object, Request: nd2.RequestReceive}})
		l.forget(&q.Object)
	}
	if p, i, k := len(l.postedRequests.pairs), len(l.postedRequests.byNumber), len(kept.of); p != maxReleased ||
		i != maxReleased || k != maxReleased {
		t.Errorf("%d queue pairs, %d requests and %d values are kept, want %d of each", p, i, k, maxReleased)
	}
}

// So does a shared receive queue whose Receives took no message.
func TestReceivesOfReleasedQueuesAreForgotten(t *testing.T) {
	l := newLayer(Hooks{})
	for range 2 * maxReleased {
		q := &SharedReceiveQueue{}
		q.wraps("IND2SharedReceiveQueue", nil, q).layer = l
		l.add(&q.Object)
		l.postedRequests.add(&PostedRequest{Call: Call{Object: &q.Object, Request: nd2.RequestReceive}})
		l.forget(&q.Object)
	}
	if r, n := len(l.postedRequests.byNumber), len(l.postedRequests.numbers); r != maxReleased || n != maxReleased {
		t.Errorf("%d requests of %d queues are kept, want %d", r, n, maxReleased)
	}
}

// endpoint is an endpoint that takes every Send and Receive.
type endpoint struct{ nd1.Endpoint }

func (endpoint) Send(*nd1.Result, []nd1.SGE, nd2.OpFlags) nd2.Status { return nd2.Success }
func (endpoint) Receive(*nd1.Result, []nd1.SGE) nd2.Status           { return nd2.Success }

// wrappedEndpoint is a client's endpoint.
func wrappedEndpoint(l *layer) *ND1Endpoint {
	e := &ND1Endpoint{Inner: endpoint{}}
	e.wraps("INDEndpoint", nil, e).layer = l
	l.add(&e.Object)
	return e
}

// ND v1's requests are forgotten as ND v2's are.
func TestND1RequestsAreForgotten(t *testing.T) {
	l := newLayer(Hooks{})
	e, posted := wrappedEndpoint(l), &l.postedRequests
	var received, sent nd1.Result
	e.Receive(&received, nil)
	for range 1000 {
		e.Send(new(nd1.Result), nil, nd2.SilentSuccess)
	}
	kept := func(want int) {
		t.Helper()
		if n, r := len(posted.byNumber), len(posted.byResult); n != want || r != want {
			t.Errorf("%d requests and %d results are kept, want %d", n, r, want)
		}
	}
	if c := posted.endND1(&received); c == nil || c.Method != ND1Receive {
		t.Errorf("a Receive's result is of %+v", c)
	}
	kept(1000)
	e.Send(&sent, nil, nd2.SilentSuccess) // its memory is used again
	e.Send(&sent, nil, 0)
	if c := posted.endND1(&sent); c == nil || c.Flags != 0 {
		t.Errorf("a Send's result is of %+v", c)
	}
	if c := posted.endND1(&sent); c != nil {
		t.Errorf("a window's result is of %+v", c)
	}
	kept(margin - 1) // and sent's first request
	posted.leave(&e.Object)
	kept(0)
	for range 2 * maxReleased {
		e := wrappedEndpoint(l)
		e.Receive(new(nd1.Result), nil)
		l.forget(&e.Object)
	}
	kept(maxReleased)
}
