package calls

import (
	"testing"

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
