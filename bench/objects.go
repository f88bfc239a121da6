package bench

import (
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// An object is a kind of object whose creation and release is measured.
type object struct {
	name, method string
	create       func(l *link) ndclient.Creation
}

// objects are the measured kinds. Adapters are opened.
var objects = []object{
	{"adapter", "OpenAdapter", func(l *link) ndclient.Creation {
		return ndclient.Creation{Method: "OpenAdapter", Call: l.end[0].openAdapter}
	}},
	{"cq", "CreateCompletionQueue", func(l *link) ndclient.Creation {
		return l.end[0].CompletionQueue(uint32(l.depth))
	}},
	{"srq", "CreateSharedReceiveQueue", func(l *link) ndclient.Creation {
		depth := uint32(shallow)
		if most := l.end[0].Info.MaxSharedReceiveQueueDepth; most > 0 { // else the adapter has none
			depth = min(depth, most)
		}
		return l.end[0].SharedReceiveQueue(depth, 1, 0)
	}},
	{"qp", "CreateQueuePair", func(l *link) ndclient.Creation {
		q := l.end[0].initiated.CompletionQueue
		return l.end[0].QueuePair(ndclient.Pair{
			Receives: q, Initiated: q, ReceiveDepth: uint32(l.depth), InitiatorDepth: uint32(l.depth),
			ReceiveEntries: 1, InitiatorEntries: 1,
		})
	}},
	{"connector", "CreateConnector", func(l *link) ndclient.Creation { return l.end[0].Connector() }},
	{"listener", "CreateListener", func(l *link) ndclient.Creation { return l.end[0].Listener() }},
	{"mr", "CreateMemoryRegion", func(l *link) ndclient.Creation { return l.end[0].MemoryRegion() }},
	{"mw", "CreateMemoryWindow", func(l *link) ndclient.Creation { return l.end[0].MemoryWindow() }},
}

// open sets up creating and releasing an object.
func (o object) open(r *rig) (*work, error) {
	l, err := base(r)
	if err != nil {
		return nil, err
	}
	c := o.create(l)
	first, err := create[nd2.Unknown](c) // or it is not supported
	if err != nil {
		return nil, err
	}
	first.Release()
	return &work{link: l, run: inTurn(func() error {
		made, f := ndclient.Create[nd2.Unknown](c)
		if f != nil {
			return f
		}
		made.Release()
		return nil
	})}, nil
}

// openAdapter opens the end's adapter again.
func (s *side) openAdapter(object *nd2.Unknown) nd2.Status {
	provider := s.Provider
	if provider == nil {
		provider = s.Instance.ND2()
		defer provider.Release()
	}
	return provider.OpenAdapter(nd2.IIDAdapter, s.ID, object)
}
