package bench

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// objects are those whose creation and release is measured, by what creates them.
var objects = []struct {
	name   string
	create func(l *link) ndclient.Creation
}{
	{"adapter", func(l *link) ndclient.Creation {
		return ndclient.Creation{Method: "OpenAdapter", Call: l.end[0].openAdapter}
	}},
	{"cq", func(l *link) ndclient.Creation { return l.end[0].CompletionQueue(uint32(l.depth)) }},
	{"srq", func(l *link) ndclient.Creation { return l.end[0].SharedReceiveQueue(shallow, 1, 0) }},
	{"qp", func(l *link) ndclient.Creation {
		q := l.end[0].initiated.CompletionQueue
		return l.end[0].QueuePair(ndclient.Pair{
			Receives: q, Initiated: q, ReceiveDepth: uint32(l.depth), InitiatorDepth: uint32(l.depth),
			ReceiveEntries: 1, InitiatorEntries: 1,
		})
	}},
	{"connector", func(l *link) ndclient.Creation { return l.end[0].Connector() }},
	{"listener", func(l *link) ndclient.Creation { return l.end[0].Listener() }},
	{"mr", func(l *link) ndclient.Creation { return l.end[0].MemoryRegion() }},
	{"mw", func(l *link) ndclient.Creation { return l.end[0].MemoryWindow() }},
}

// objectNames lists them.
func objectNames() (names []string) {
	for _, o := range objects {
		names = append(names, o.name)
	}
	return names
}

// openAdapter opens the end's adapter once more.
func (s *side) openAdapter(object *nd2.Unknown) nd2.Status {
	provider := s.Provider
	if provider == nil {
		provider = s.Instance.ND2()
		defer provider.Release()
	}
	return provider.OpenAdapter(nd2.IIDAdapter, s.ID, object)
}

// creating creates an object of a kind, and releases it.
func creating(name string) func(*rig) (*work, error) {
	return func(r *rig) (*work, error) {
		l, err := base(r)
		if err != nil {
			return nil, err
		}
		i := slices.Index(objectNames(), name)
		if i < 0 {
			return nil, fmt.Errorf("there is no object %s", name)
		}
		c := objects[i].create(l)
		first, err := create[nd2.Unknown](c) // or it is not supported
		if err != nil {
			return nil, err
		}
		first.Release()
		return &work{link: l, run: func(n int) error {
			for range n {
				o, f := ndclient.Create[nd2.Unknown](c)
				if f != nil {
					return f
				}
				o.Release()
			}
			return nil
		}}, nil
	}
}
