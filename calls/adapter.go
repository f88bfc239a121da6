package calls

import "github.com/ndconform/ndconform/nd2"

// An Adapter wraps an IND2Adapter.
type Adapter struct {
	Object
	Inner nd2.Adapter
}

// CreateOverlappedFile implements [nd2.Adapter].
func (a *Adapter) CreateOverlappedFile(out *nd2.OverlappedFile) nd2.Status {
	return a.do(&Call{Method: AdapterCreateOverlappedFile}, func(c *Call) nd2.Status {
		s := a.Inner.CreateOverlappedFile(out)
		if s == nd2.Success {
			f := &File{inner: *out}
			a.layer.enter(f.begin("OverlappedFile", nil, f), a)
			*out, c.File = f, f
		}
		return s
	})
}

// Query implements [nd2.Adapter].
func (a *Adapter) Query(info *nd2.AdapterInfo, size *uint32) nd2.Status {
	return a.do(&Call{Method: AdapterQuery, Info: info, Size: size}, func(c *Call) nd2.Status {
		return a.Inner.Query(c.Info, c.Size)
	})
}

// QueryAddressList implements [nd2.Adapter].
func (a *Adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	return a.do(&Call{Method: AdapterQueryAddressList, List: list, Size: size}, func(c *Call) nd2.Status {
		return a.Inner.QueryAddressList(c.List, c.Size)
	})
}

// create is do for a call that creates an object.
func (a *Adapter) create(c *Call, next func(*Call) nd2.Status) nd2.Status {
	return a.do(c, func(c *Call) nd2.Status {
		s := next(c)
		if s == nd2.Success && c.Out != nil {
			*c.Out = a.layer.wrap(*c.Out, a, c)
		}
		return s
	})
}

// CreateCompletionQueue implements [nd2.Adapter].
func (a *Adapter) CreateCompletionQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth uint32, group uint16, affinity uint64, out *nd2.Unknown) nd2.Status {
	c := &Call{
		Method: AdapterCreateCompletionQueue,
		IID:    iid, File: file, Depth: queueDepth, Group: group, Affinity: affinity, Out: out,
	}
	return a.create(c, func(c *Call) nd2.Status {
		return a.Inner.CreateCompletionQueue(c.IID, innerFile(c.File), c.Depth, c.Group, c.Affinity, c.Out)
	})
}

// CreateMemoryRegion implements [nd2.Adapter].
func (a *Adapter) CreateMemoryRegion(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create(&Call{Method: AdapterCreateMemoryRegion, IID: iid, File: file, Out: out}, func(c *Call) nd2.Status {
		return a.Inner.CreateMemoryRegion(c.IID, innerFile(c.File), c.Out)
	})
}

// CreateMemoryWindow implements [nd2.Adapter].
func (a *Adapter) CreateMemoryWindow(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	return a.create(&Call{Method: AdapterCreateMemoryWindow, IID: iid, Out: out}, func(c *Call) nd2.Status {
		return a.Inner.CreateMemoryWindow(c.IID, c.Out)
	})
}

// CreateSharedReceiveQueue implements [nd2.Adapter].
func (a *Adapter) CreateSharedReceiveQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth, maxRequestSGE, notifyThreshold uint32, group uint16, affinity uint64, out *nd2.Unknown) nd2.Status {
	c := &Call{
		Method: AdapterCreateSharedReceiveQueue,
		IID:    iid, File: file, Depth: queueDepth, SGEs: maxRequestSGE, Threshold: notifyThreshold, Group: group, Affinity: affinity, Out: out,
	}
	return a.create(c, func(c *Call) nd2.Status {
		return a.Inner.CreateSharedReceiveQueue(c.IID, innerFile(c.File), c.Depth, c.SGEs, c.Threshold, c.Group, c.Affinity, c.Out)
	})
}

// CreateQueuePair implements [nd2.Adapter].
func (a *Adapter) CreateQueuePair(iid nd2.GUID, receiveCQ, initiatorCQ nd2.Unknown, context uintptr, receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize uint32, out *nd2.Unknown) nd2.Status {
	c := &Call{
		Method: AdapterCreateQueuePair,
		IID:    iid, ReceiveCQ: receiveCQ, InitiatorCQ: initiatorCQ, Context: context,
		ReceiveDepth: receiveQueueDepth, InitiatorDepth: initiatorQueueDepth,
		ReceiveSGEs: maxReceiveRequestSGE, InitiatorSGEs: maxInitiatorRequestSGE, InlineSize: inlineDataSize, Out: out,
	}
	return a.createQueuePair(c, func(c *Call, id uintptr) nd2.Status {
		return a.Inner.CreateQueuePair(c.IID, Unwrap(c.ReceiveCQ), Unwrap(c.InitiatorCQ), id,
			c.ReceiveDepth, c.InitiatorDepth, c.ReceiveSGEs, c.InitiatorSGEs, c.InlineSize, c.Out)
	})
}

// CreateQueuePairWithSrq implements [nd2.Adapter].
func (a *Adapter) CreateQueuePairWithSrq(iid nd2.GUID, receiveCQ, initiatorCQ, srq nd2.Unknown, context uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, out *nd2.Unknown) nd2.Status {
	c := &Call{
		Method: AdapterCreateQueuePairWithSrq,
		IID:    iid, ReceiveCQ: receiveCQ, InitiatorCQ: initiatorCQ, SRQ: srq, Context: context,
		InitiatorDepth: initiatorQueueDepth, InitiatorSGEs: maxInitiatorRequestSGE, InlineSize: inlineDataSize, Out: out,
	}
	return a.createQueuePair(c, func(c *Call, id uintptr) nd2.Status {
		return a.Inner.CreateQueuePairWithSrq(c.IID, Unwrap(c.ReceiveCQ), Unwrap(c.InitiatorCQ), Unwrap(c.SRQ), id,
			c.InitiatorDepth, c.InitiatorSGEs, c.InlineSize, c.Out)
	})
}

// createQueuePair gives the queue pair a number of its own in place of the client's
// context.
func (a *Adapter) createQueuePair(c *Call, next func(c *Call, id uintptr) nd2.Status) nd2.Status {
	return a.do(c, func(c *Call) nd2.Status {
		q := &QueuePair{Context: c.Context, InitiatorSGEs: c.InitiatorSGEs, InlineSize: c.InlineSize}
		a.layer.tickets.enter(q)
		s := next(c, q.id)
		if s != nd2.Success {
			a.layer.tickets.leave(q)
			return s
		}
		q.Inner = (*c.Out).(nd2.QueuePair)
		q.ReceiveCQ, _ = c.ReceiveCQ.(*CompletionQueue)
		q.InitiatorCQ, _ = c.InitiatorCQ.(*CompletionQueue)
		q.SRQ, _ = c.SRQ.(*SharedReceiveQueue)
		a.layer.enter(q.begin("IND2QueuePair", q.Inner, q), a)
		*c.Out = q
		return s
	})
}

// CreateConnector implements [nd2.Adapter].
func (a *Adapter) CreateConnector(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create(&Call{Method: AdapterCreateConnector, IID: iid, File: file, Out: out}, func(c *Call) nd2.Status {
		return a.Inner.CreateConnector(c.IID, innerFile(c.File), c.Out)
	})
}

// CreateListener implements [nd2.Adapter].
func (a *Adapter) CreateListener(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create(&Call{Method: AdapterCreateListener, IID: iid, File: file, Out: out}, func(c *Call) nd2.Status {
		return a.Inner.CreateListener(c.IID, innerFile(c.File), c.Out)
	})
}

// Limits asks the provider what the adapter can.
func (a *Adapter) Limits() nd2.AdapterInfo {
	info := nd2.AdapterInfo{InfoVersion: nd2.Version2}
	size := uint32(nd2.AdapterInfoSize)
	a.Inner.Query(&info, &size)
	return info
}
