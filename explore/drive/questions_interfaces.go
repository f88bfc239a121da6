package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

var askedInterfaces = []question{
	askedInterface("a provider", func(_ *driver, s *side, _ *model.Call) nd2.Unknown { return s.ND2() }, nd2.IIDProvider),
	askedInterface("an adapter", func(_ *driver, s *side, _ *model.Call) nd2.Unknown {
		return again(s.Adapter)
	}, nd2.IIDAdapter),
	askedInterface("a completion queue", func(_ *driver, s *side, c *model.Call) nd2.Unknown {
		return again(s.queues[c.Queue])
	}, nd2.IIDCompletionQueue, nd2.IIDOverlapped),
	askedInterface("a shared receive queue", func(_ *driver, s *side, _ *model.Call) nd2.Unknown {
		if s.shared == nil {
			return nil
		}
		return again(s.shared)
	}, nd2.IIDSharedReceiveQueue, nd2.IIDOverlapped),
	askedInterface("a memory region", func(_ *driver, s *side, _ *model.Call) nd2.Unknown {
		return again(s.regions[0].MemoryRegion)
	}, nd2.IIDMemoryRegion, nd2.IIDOverlapped),
	askedInterface("a memory window", func(_ *driver, s *side, c *model.Call) nd2.Unknown {
		if c.Window < 0 {
			return nil
		}
		return again(s.windows[c.Window])
	}, nd2.IIDMemoryWindow),
	askedInterface("a listener", func(_ *driver, s *side, _ *model.Call) nd2.Unknown {
		return again(s.listeners[0].Listener)
	}, nd2.IIDListener, nd2.IIDOverlapped),
	askedInterface("a connector", func(d *driver, _ *side, c *model.Call) nd2.Unknown {
		if !d.world.Connected(c.Connection) {
			return nil
		}
		return again(d.links[c.Connection].connector[c.End])
	}, nd2.IIDConnector, nd2.IIDOverlapped),
	askedInterface("a queue pair", func(d *driver, _ *side, c *model.Call) nd2.Unknown {
		if pair, ok := d.pair(c); ok {
			return again(pair)
		}
		return nil
	}, nd2.IIDQueuePair),
}

// again returns an object with another reference, which the caller releases.
func again(object nd2.Unknown) nd2.Unknown {
	object.AddRef()
	return object
}

// undefined is an interface that nobody has defined.
var undefined = nd2.GUID{Data1: 1}

// askedInterface asks an object, if there is one, for its interfaces and for one more, which it may have or not.
func askedInterface(what string, of func(d *driver, s *side, c *model.Call) nd2.Unknown, iids ...nd2.GUID) question {
	return question{"the interfaces of " + what, func(d *driver, s *side, c *model.Call) {
		object := of(d, s, c)
		if object == nil {
			return
		}
		defer object.Release()
		for _, iid := range append(iids, nd2.IIDUnknown, undefined) {
			var same nd2.Unknown
			object.QueryInterface(iid, &same)
			release(same)
		}
	}}
}
