package judge

import (
	"fmt"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// An object is what is known of an object of the client's.
type object struct {
	kind, name string
	born       uint64 // when it was created
	// refs counts the client's references. Invariant: gone says that there are none.
	refs int
	gone bool
	// adapter is what it was created from; of an adapter, itself.
	adapter *object
	// file is what it was created on, nil if on none.
	file   *file
	recent history
	// requests are the overlapped requests that GetOverlappedResult may be asked about, oldest first.
	requests []*pending
	// turned is when a call began that may change its state, and turning counts those in progress.
	turned  uint64
	turning int
	// removed is when a call has first said that the adapter was removed; 0 before.
	removed uint64
	// canceling counts the calls of CancelOverlappedRequests in progress, and canceledAt is when the latest began.
	canceling  int
	canceledAt uint64
	// cancelFailed says that a call of CancelOverlappedRequests has failed.
	cancelFailed bool

	// Each kind of object has one of these.
	opened    *adapter
	closed    uint64 // of adapters: when a region or a window of it was released last
	queue     *completionQueue
	pair      *queuePair
	shared    *sharedQueue
	region    *region
	window    *window
	connector *connector
	listener  *listener
	endpoint  *endpoint // of connectors and listeners
}

// An adapter is what is known of one by what it has said of itself.
type adapter struct {
	id uint64
	// info is nil until a Query has succeeded.
	info *nd2.AdapterInfo
}

// stateOf returns the state of an object, or nil if the checker does not know the object.
func (k *Checker) stateOf(object any) *object {
	if o := calls.ObjectOf(object); o != nil {
		return k.state(o)
	}
	return nil
}

func (k *Checker) state(of *calls.Object) *object {
	o, _ := of.State.(*object)
	return o
}

var shortNames = map[string]string{
	"IND2Provider": "provider", "IND2Adapter": "adapter", "IND2CompletionQueue": "cq", "IND2SharedReceiveQueue": "srq",
	"IND2QueuePair": "qp", "IND2MemoryRegion": "mr", "IND2MemoryWindow": "mw", "IND2Connector": "connector",
	"IND2Listener": "listener", "file": "file",
}

// object makes the state of an object, which gets a name if it has none. The checker is locked.
func (k *Checker) object(kind, name string) *object {
	if name == "" {
		name = k.nextName(shortNames[kind])
	}
	o := &object{kind: kind, name: name, born: k.clock, refs: 1}
	k.alive[o] = struct{}{}
	return o
}

func (k *Checker) nextName(short string) string {
	if k.name != nil {
		return k.name(short)
	}
	k.counts[short]++
	return fmt.Sprintf("%s%d", short, k.counts[short])
}

// created tracks an object that a call has made.
func (s *step) created() *object {
	made := s.c.Made
	if made == nil || s.status != nd2.Success || made.State != nil {
		return nil
	}
	o := s.k.object(made.Kind, "")
	o.adapter = s.o.adapter
	o.file = s.file
	made.State, made.Name = o, o.name
	return o
}

// limits are those of the object's adapter, nil if nobody has asked for them.
func (o *object) limits() *nd2.AdapterInfo {
	if o.adapter == nil || o.adapter.opened == nil {
		return nil
	}
	return o.adapter.opened.info
}

func trackOpenAdapter(s *step) {
	o := s.created()
	if o == nil {
		return
	}
	o.adapter, o.born = o, s.began
	o.opened = s.k.adapters[s.c.AdapterID]
	if o.opened == nil {
		o.opened = &adapter{id: s.c.AdapterID}
		s.k.adapters[s.c.AdapterID] = o.opened
	}
}

func trackQuery(s *step) {
	if a := s.o.opened; a != nil && a.info == nil && s.status == nd2.Success && s.sized && wholeInfo(s.c) {
		info := *s.c.Info
		a.info = &info
	}
}

// wholeInfo reports whether a Query was for all that there is.
func wholeInfo(c *calls.Call) bool {
	return c.Info != nil && c.Size != nil && *c.Size >= nd2.AdapterInfoSize
}

func trackAddRef(s *step) { s.o.refs++ }

// trackQueryInterface counts a reference: what comes out is the same object. An object that is of another kind, too, is
// not followed.
func trackQueryInterface(s *step) {
	made := s.c.Made
	if made == nil || s.status != nd2.Success || made.State != nil {
		return
	}
	made.State, made.Name = s.o, s.o.name
	if made.Kind != s.o.kind {
		s.k.unseen = everything
		return
	}
	s.o.refs++
}

// trackRelease counts when the call begins: whoever makes it must not use the reference any more.
func trackRelease(s *step) {
	o := s.o
	o.refs--
	if o.refs > 0 || o.gone {
		return
	}
	o.gone = true
	delete(s.k.alive, o)
	s.k.forgetRequests(o)
	if o.pair != nil {
		o.released(s.k)
	}
	if o.region != nil {
		s.k.untoken(o)
	}
	if o.shared != nil {
		s.k.unshare(o)
	}
	s.k.closed(o)
}
