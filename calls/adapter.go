package calls

import "github.com/ndconform/ndconform/nd2"

// An Adapter wraps an IND2Adapter.
type Adapter struct {
	unknown
	Inner nd2.Adapter
}

// createFile carries out CreateOverlappedFile. A transparent layer does not wrap files.
func (c *Call) createFile() nd2.Status {
	a := c.Self.(*Adapter)
	s := a.Inner.CreateOverlappedFile(c.OutFile)
	if s == nd2.Success && !c.layer.transparent {
		f := &File{inner: *c.OutFile}
		c.enter(f.wraps("OverlappedFile", nil, f))
		*c.OutFile, c.File = f, f
	}
	return s
}

// createQueuePair creates a queue pair, with the layer's number in place of the client's
// context.
func (c *Call) createQueuePair(next func(c *Call, id uintptr) nd2.Status) nd2.Status {
	if c.layer.transparent {
		return created(c, c.Out, next(c, c.Context))
	}
	q := &QueuePair{Context: c.Context, InitiatorSGEs: c.InitiatorSGEs, InlineSize: c.InlineSize}
	q.wraps("IND2QueuePair", nil, q)
	c.layer.postedRequests.enter(q)
	s := next(c, q.id)
	if s != nd2.Success {
		c.layer.postedRequests.leave(&q.Object)
		return s
	}
	q.Inner = (*c.Out).(nd2.QueuePair)
	q.ReceiveCQ, _ = c.ReceiveCQ.(*CompletionQueue)
	q.InitiatorCQ, _ = c.InitiatorCQ.(*CompletionQueue)
	q.SRQ, _ = c.SRQ.(*SharedReceiveQueue)
	c.enter(q.wraps("IND2QueuePair", q.Inner, q))
	*c.Out = q
	return s
}

// Limits asks the provider for the adapter's limits.
func (a *Adapter) Limits() nd2.AdapterInfo {
	info := nd2.AdapterInfo{InfoVersion: nd2.Version2}
	size := uint32(nd2.AdapterInfoSize)
	a.Inner.Query(&info, &size)
	return info
}
