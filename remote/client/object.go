package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// An object is an object of the far side.
type object struct {
	*session
	number uint64
}

func (o *object) of() (*session, uint64) { return o.session, o.number }

// do makes a call on the object.
func (o *object) do(c *proto.Call) *proto.Reply { return o.call(o.number, c) }

func (o *object) status(c *proto.Call) nd2.Status { return nd2.Status(o.do(c).GetStatus()) }

// create makes a call that creates an object.
func (o *object) create(c *proto.Call, out *nd2.Unknown) nd2.Status {
	r := o.do(c)
	o.comesOut(r.GetObject(), out)
	return nd2.Status(r.GetStatus())
}

// QueryInterface implements [nd2.Unknown].
func (o *object) QueryInterface(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	return o.create(&proto.Call{Method: &proto.Call_QueryInterface{QueryInterface: &proto.QueryInterface{Iid: wire.IID(iid)}}}, out)
}

// AddRef implements [nd2.Unknown].
func (o *object) AddRef() uint32 {
	return uint32(o.do(&proto.Call{Method: &proto.Call_AddRef{AddRef: &proto.AddRef{}}}).GetValue())
}

// Release implements [nd2.Unknown].
func (o *object) Release() uint32 {
	r := o.do(&proto.Call{Method: &proto.Call_Release{Release: &proto.Release{}}})
	o.released(o.number, r)
	return uint32(r.GetValue())
}

// overlapping is an object with requests.
type overlapping struct{ object }

// CancelOverlappedRequests implements [nd2.Overlapping].
func (o *overlapping) CancelOverlappedRequests() nd2.Status {
	return o.status(&proto.Call{Method: &proto.Call_CancelOverlappedRequests{CancelOverlappedRequests: &proto.CancelOverlappedRequests{}}})
}

// GetOverlappedResult implements [nd2.Overlapping].
func (o *overlapping) GetOverlappedResult(request *nd2.Overlapped, wait bool) nd2.Status {
	return o.status(&proto.Call{Method: &proto.Call_GetOverlappedResult{GetOverlappedResult: &proto.GetOverlappedResult{Overlapped: o.request(request), Wait: wait}}})
}

// comesOut stores the object that a call has created where its caller wants it.
func (s *session) comesOut(out *proto.Out, to *nd2.Unknown) {
	switch {
	case out == nil || out.GetUntouched():
	case out.GetObject() == 0:
		*to = nil
	default:
		*to = s.object(out.GetObject(), out.GetKind())
	}
}

// object returns the object with a number, the same one each time.
func (s *session) object(number uint64, kind proto.Kind) nd2.Unknown {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.objects[number]; o != nil {
		return o
	}
	o := s.wrap(object{s, number}, kind)
	s.objects[number] = o
	return o
}

func (s *session) wrap(o object, kind proto.Kind) nd2.Unknown {
	switch kind {
	case proto.Kind_PROVIDER:
		return &provider{o}
	case proto.Kind_ADAPTER:
		return &adapter{o}
	case proto.Kind_COMPLETION_QUEUE:
		return &completionQueue{overlapping: overlapping{o}}
	case proto.Kind_SHARED_RECEIVE_QUEUE:
		return &sharedReceiveQueue{overlapping{o}}
	case proto.Kind_MEMORY_REGION:
		return &memoryRegion{overlapping{o}}
	case proto.Kind_CONNECTOR:
		return &connector{connection{overlapping{o}}}
	case proto.Kind_LISTENER:
		return &listener{overlapping{o}}
	case proto.Kind_QUEUE_PAIR:
		return &queuePair{o}
	case proto.Kind_MEMORY_WINDOW:
		return &memoryWindow{o}
	case proto.Kind_ND1_PROVIDER:
		return &nd1Provider{o}
	case proto.Kind_ND1_ADAPTER:
		return &nd1Adapter{overlapping{o}}
	case proto.Kind_ND1_COMPLETION_QUEUE:
		return &nd1CompletionQueue{overlapping: overlapping{o}}
	case proto.Kind_ND1_CONNECTOR:
		return &nd1Connector{connection{overlapping{o}}}
	case proto.Kind_ND1_ENDPOINT:
		return &nd1Endpoint{o}
	case proto.Kind_ND1_LISTEN:
		return &nd1Listen{overlapping{o}}
	case proto.Kind_OVERLAPPED:
		return &overlapping{o}
	}
	return &o
}

// given returns the form of an object that is a parameter.
func (s *session) given(u any) *proto.Reference {
	if u == nil {
		return nil
	}
	if mine, ok := u.(interface{ of() (*session, uint64) }); ok {
		if of, number := mine.of(); of == s {
			return &proto.Reference{Object: number}
		}
	}
	return &proto.Reference{Foreign: true}
}
