package legal

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// objects are variants of how objects live.
func objects() []Variant {
	return []Variant{
		{
			ID:      "odd-counts",
			Differs: "AddRef and Release return three more than the references that the client has.",
			Permits: "COM has the counts for tests of the object alone; a provider may hold references of its own.",
			Source:  "NetworkDirectSPI.md, NetworkDirect SPI model",
			hooks: func() interpose.Hooks {
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					status := c.Proceed()
					if c.Method == interpose.AddRef || c.Method == interpose.Release {
						c.Count += 3
					}
					return status
				}}
			},
		},
		{
			ID:      "one-adapter-object",
			Differs: "Opening an adapter that is open returns the same object with another reference.",
			Permits: "That objects of one adapter object are not used with another is asked of clients; nothing says that there are several.",
			Source:  "IND2Provider.md, IND2Provider::OpenAdapter",
			hooks:   oneAdapterObject,
		},
	}
}

// openAdapters are the adapter objects that clients have, by id.
type openAdapters struct {
	mu   sync.Mutex
	byID map[uint64]*interpose.Adapter
}

func oneAdapterObject() interpose.Hooks {
	o := &openAdapters{byID: map[uint64]*interpose.Adapter{}}
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.ProviderOpenAdapter:
			return o.open(c)
		case interpose.Release:
			return o.release(c)
		}
		return c.Proceed()
	}}
}

func (o *openAdapters) open(c *interpose.Call) nd2.Status {
	o.mu.Lock()
	defer o.mu.Unlock()
	status := c.Proceed()
	if status != nd2.Success || c.Out == nil {
		return status
	}
	fresh := (*c.Out).(*interpose.Adapter)
	if open := o.byID[c.AdapterID]; open != nil {
		open.Inner.AddRef()
		fresh.Inner.Release()
		*c.Out = open
		return status
	}
	o.byID[c.AdapterID] = fresh
	return status
}

func (o *openAdapters) release(c *interpose.Call) nd2.Status {
	if _, ok := c.Self.(*interpose.Adapter); !ok {
		return c.Proceed()
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	status := c.Proceed()
	if c.Count == 0 {
		for id, a := range o.byID {
			if &a.Object == c.Object {
				delete(o.byID, id)
			}
		}
	}
	return status
}
