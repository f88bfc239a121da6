package soak

import (
	"fmt"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// A rig is what a soak works on: one adapter at each end, opened once.
type rig struct {
	side  [2]*side
	limit time.Duration
	pool  memory.Pool
}

// A side is an adapter at one end, with a listener.
type side struct {
	ndclient.End
	ndclient.Adapter
	listener nd2.Listener
	address  []byte // the listener's
}

// newRig opens both ends. The caller releases the rig even if there is an error.
func newRig(ends *drive.Ends, limit time.Duration) (*rig, error) {
	r := &rig{limit: limit}
	for e := range r.side {
		r.side[e] = &side{End: ends.End[e]}
		if err := r.side[e].open(); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (s *side) open() (err error) {
	var f *ndclient.Failure
	s.Adapter, f = s.End.Open(nil)
	if f != nil {
		return f
	}
	s.listener, err = create[nd2.Listener](s.Listener())
	if err != nil {
		return err
	}
	s.address, f = s.Listen(s.listener)
	if f != nil {
		return f
	}
	return nil
}

// release releases what the rig has.
func (r *rig) release() {
	for _, s := range r.side {
		if s == nil {
			continue
		}
		if s.listener != nil {
			s.listener.Release()
		}
		s.Close()
	}
}

// create creates an object; if the adapter has no resources for it, the error is
// errUnable.
func create[T nd2.Unknown](c ndclient.Creation) (T, error) {
	made, f := ndclient.Create[T](c)
	switch {
	case f == nil:
		return made, nil
	case ndclient.Exhausted(f.Status):
		return made, fmt.Errorf("%w: %w", errUnable, f)
	}
	return made, f
}

// depth is the depth of the queues of every queue pair, and entries the length of their
// lists.
const depth, entries = 4, 1

func (s *side) queuePair(queue nd2.CompletionQueue, context uintptr) (nd2.QueuePair, error) {
	return create[nd2.QueuePair](s.QueuePair(ndclient.Pair{
		Receives: queue, Initiated: queue, Context: context,
		ReceiveDepth: depth, InitiatorDepth: depth, ReceiveEntries: entries, InitiatorEntries: entries,
	}))
}

// connect makes a connection, which end 0 requests, with queue pairs on the queues. If it
// can't be made, nothing of it is left.
func (r *rig) connect(queues [2]nd2.CompletionQueue,
	context uintptr,
) (c *ndclient.Connection, v *model.Violation, err error) {
	c = &ndclient.Connection{}
	defer func() {
		if v != nil || err != nil {
			c.Release()
		}
	}()
	for e, s := range r.side {
		c.Pair[e], err = s.queuePair(queues[e], context)
		if err != nil {
			return c, nil, err
		}
		c.Connector[e], err = create[nd2.Connector](s.Connector())
		if err != nil {
			return c, nil, err
		}
	}
	return c, violation(c.Connect(r.side[0].Sockaddr(), r.side[1].listener, r.side[1].address, 1, r.limit)), nil
}

// part ends a connection, and releases its objects.
func (r *rig) part(c *ndclient.Connection) *model.Violation {
	defer c.Release()
	return violation(c.Disconnect(r.limit))
}

// request makes a request on a region, and waits for its end.
func (r *rig) request(region nd2.MemoryRegion, method string, call func(*nd2.Overlapped) nd2.Status) *model.Violation {
	return violation(ndclient.Start(region, call).Succeed(method, r.limit))
}

// broken are the rules that a method breaks if it fails.
var broken = map[string]string{
	"Bind":                 "connector.bind.nd-success connector.bind.ephemeral-port",
	"GetConnectionRequest": "listener.getconnectionrequest.nd-success",
	"Connect":              "connector.connect.nd-success connector.storm",
	"Accept":               "connector.accept.nd-success",
	"Reject":               "connector.reject.nd-success",
	"CompleteConnect":      "connector.completeconnect.nd-success",
	"Disconnect":           "connector.disconnect.nd-success",
	"Flush":                "qp.flush.nd-success",
	"CreateMemoryRegion":   "adapter.creatememoryregion.nd-success",
	"Register":             "mr.register.nd-success",
	"Deregister":           "mr.deregister.nd-success",
}

// violation returns what a failure violates, or nil if there is none.
func violation(f *ndclient.Failure) *model.Violation {
	switch {
	case f == nil:
		return nil
	case f.Status == nd2.Pending:
		return model.Violates(broken[f.Method]+" overlapped.notification.pending", f.Method+" to end", "it has not")
	}
	return model.Violates(broken[f.Method], f.Method+" to end with ND_SUCCESS", "it ended with %v", f.Status)
}
