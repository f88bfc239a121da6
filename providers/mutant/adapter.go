package mutant

import "github.com/ndconform/ndconform/nd2"

type adapter struct {
	object
	inner nd2.Adapter
}

// CreateOverlappedFile implements [nd2.Adapter].
func (a *adapter) CreateOverlappedFile(out *nd2.OverlappedFile) nd2.Status {
	return a.do(&call{method: "IND2Adapter::CreateOverlappedFile"}, func(c *call) nd2.Status {
		s := a.inner.CreateOverlappedFile(out)
		if s == nd2.Success {
			f := &file{inner: *out}
			a.world.enter(f.begin("OverlappedFile", nil, f), a)
			*out, c.file = f, f
		}
		return s
	})
}

// Query implements [nd2.Adapter].
func (a *adapter) Query(info *nd2.AdapterInfo, size *uint32) nd2.Status {
	return a.do(&call{method: "IND2Adapter::Query", info: info, size: size}, func(c *call) nd2.Status {
		return a.inner.Query(c.info, c.size)
	})
}

// QueryAddressList implements [nd2.Adapter].
func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	return a.do(&call{method: "IND2Adapter::QueryAddressList", list: list, size: size}, func(c *call) nd2.Status {
		return a.inner.QueryAddressList(c.list, c.size)
	})
}

// create is do for a call that creates an object.
func (a *adapter) create(c *call, next func(*call) nd2.Status) nd2.Status {
	return a.do(c, func(c *call) nd2.Status {
		s := next(c)
		if s == nd2.Success && c.out != nil {
			*c.out = a.world.wrap(*c.out, a, c)
		}
		return s
	})
}

// CreateCompletionQueue implements [nd2.Adapter].
func (a *adapter) CreateCompletionQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth uint32, group uint16, affinity uint64, out *nd2.Unknown) nd2.Status {
	c := &call{
		method: "IND2Adapter::CreateCompletionQueue",
		iid:    iid, file: file, depth: queueDepth, group: group, affinity: affinity, out: out,
	}
	return a.create(c, func(c *call) nd2.Status {
		return a.inner.CreateCompletionQueue(c.iid, innerFile(c.file), c.depth, c.group, c.affinity, c.out)
	})
}

// CreateMemoryRegion implements [nd2.Adapter].
func (a *adapter) CreateMemoryRegion(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create(&call{method: "IND2Adapter::CreateMemoryRegion", iid: iid, file: file, out: out}, func(c *call) nd2.Status {
		return a.inner.CreateMemoryRegion(c.iid, innerFile(c.file), c.out)
	})
}

// CreateMemoryWindow implements [nd2.Adapter].
func (a *adapter) CreateMemoryWindow(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	return a.create(&call{method: "IND2Adapter::CreateMemoryWindow", iid: iid, out: out}, func(c *call) nd2.Status {
		return a.inner.CreateMemoryWindow(c.iid, c.out)
	})
}

// CreateSharedReceiveQueue implements [nd2.Adapter].
func (a *adapter) CreateSharedReceiveQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth, maxRequestSGE, notifyThreshold uint32, group uint16, affinity uint64, out *nd2.Unknown) nd2.Status {
	c := &call{
		method: "IND2Adapter::CreateSharedReceiveQueue",
		iid:    iid, file: file, depth: queueDepth, sges: maxRequestSGE, threshold: notifyThreshold, group: group, affinity: affinity, out: out,
	}
	return a.create(c, func(c *call) nd2.Status {
		return a.inner.CreateSharedReceiveQueue(c.iid, innerFile(c.file), c.depth, c.sges, c.threshold, c.group, c.affinity, c.out)
	})
}

// CreateQueuePair implements [nd2.Adapter].
func (a *adapter) CreateQueuePair(iid nd2.GUID, receiveCQ, initiatorCQ nd2.Unknown, context uintptr, receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize uint32, out *nd2.Unknown) nd2.Status {
	c := &call{
		method: "IND2Adapter::CreateQueuePair",
		iid:    iid, receives: receiveCQ, initiated: initiatorCQ, context: context,
		receiveDepth: receiveQueueDepth, initiatorDepth: initiatorQueueDepth,
		receiveSGEs: maxReceiveRequestSGE, initiatorSGEs: maxInitiatorRequestSGE, inlineSize: inlineDataSize, out: out,
	}
	return a.createQueuePair(c, func(c *call, id uintptr) nd2.Status {
		return a.inner.CreateQueuePair(c.iid, unwrap(c.receives), unwrap(c.initiated), id,
			c.receiveDepth, c.initiatorDepth, c.receiveSGEs, c.initiatorSGEs, c.inlineSize, c.out)
	})
}

// CreateQueuePairWithSrq implements [nd2.Adapter].
func (a *adapter) CreateQueuePairWithSrq(iid nd2.GUID, receiveCQ, initiatorCQ, srq nd2.Unknown, context uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, out *nd2.Unknown) nd2.Status {
	c := &call{
		method: "IND2Adapter::CreateQueuePairWithSrq",
		iid:    iid, receives: receiveCQ, initiated: initiatorCQ, shared: srq, context: context,
		initiatorDepth: initiatorQueueDepth, initiatorSGEs: maxInitiatorRequestSGE, inlineSize: inlineDataSize, out: out,
	}
	return a.createQueuePair(c, func(c *call, id uintptr) nd2.Status {
		return a.inner.CreateQueuePairWithSrq(c.iid, unwrap(c.receives), unwrap(c.initiated), unwrap(c.shared), id,
			c.initiatorDepth, c.initiatorSGEs, c.inlineSize, c.out)
	})
}

// createQueuePair gives the queue pair a number of its own in place of the client's
// context.
func (a *adapter) createQueuePair(c *call, next func(c *call, id uintptr) nd2.Status) nd2.Status {
	return a.do(c, func(c *call) nd2.Status {
		q := &queuePair{context: c.context, initiatorSGEs: c.initiatorSGEs, inlineSize: c.inlineSize}
		a.world.tickets.enter(q)
		s := next(c, q.id)
		if s != nd2.Success {
			a.world.tickets.leave(q)
			return s
		}
		q.inner = (*c.out).(nd2.QueuePair)
		q.receives, _ = c.receives.(*completionQueue)
		q.initiated, _ = c.initiated.(*completionQueue)
		q.shared, _ = c.shared.(*sharedReceiveQueue)
		a.world.enter(q.begin("IND2QueuePair", q.inner, q), a)
		*c.out = q
		return s
	})
}

// CreateConnector implements [nd2.Adapter].
func (a *adapter) CreateConnector(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create(&call{method: "IND2Adapter::CreateConnector", iid: iid, file: file, out: out}, func(c *call) nd2.Status {
		return a.inner.CreateConnector(c.iid, innerFile(c.file), c.out)
	})
}

// CreateListener implements [nd2.Adapter].
func (a *adapter) CreateListener(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create(&call{method: "IND2Adapter::CreateListener", iid: iid, file: file, out: out}, func(c *call) nd2.Status {
		return a.inner.CreateListener(c.iid, innerFile(c.file), c.out)
	})
}
