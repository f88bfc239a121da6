package soak

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A rig is what a soak works on: one adapter at each end, opened once.
type rig struct {
	// breach is [drive.Ends.Breach].
	breach func() *model.Violation
	side   [2]*side
	limit  time.Duration
	pool   memory.Pool
	// depth is the depth of the queues of every queue pair, and results how many results a completion
	// queue can hold.
	depth, results uint32
	// done are what has come and gone, which an adapter can do again, and made counts what a block has made.
	done map[string]bool
	made int
}

// depthMost is the depth where adapters allow it, and entries the length of lists.
const depthMost, entries = 4, 1

// A side is an adapter at one end. That at end 1 has a listener.
type side struct {
	ndclient.End
	ndclient.Adapter
	listener nd2.Listener
	address  []byte // the listener's
}

// newRig opens both ends. The caller releases the rig even if there is an error.
func newRig(ends *drive.Ends, limit time.Duration) (*rig, error) {
	r := &rig{breach: ends.Breach, limit: limit, done: map[string]bool{}}
	for e := range r.side {
		r.side[e] = &side{End: ends.End[e]}
		if err := r.side[e].open(); err != nil {
			return r, err
		}
	}
	if err := r.listen(r.side[1]); err != nil {
		return r, err
	}
	r.results = math.MaxUint32
	for _, s := range r.side {
		r.results = min(r.results, max(s.Info.MaxCompletionQueueDepth, 2)-1) // its most may be refused: ruling below-maximum
	}
	r.depth = min(depthMost, r.results)
	for _, s := range r.side {
		r.depth = max(1, min(r.depth, s.Info.MaxReceiveQueueDepth, s.Info.MaxInitiatorQueueDepth))
	}
	return r, nil
}

func (s *side) open() error {
	var f *ndclient.Failure
	s.Adapter, f = s.End.Open(nil)
	if f != nil {
		return f
	}
	return nil
}

// listen has a side listen.
func (r *rig) listen(s *side) (err error) {
	s.listener, err = create[nd2.Listener](s.Listener())
	if err != nil {
		return err
	}
	var f *ndclient.Failure
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
	case lacks(f):
		return made, fmt.Errorf("%w: %w", errUnable, f)
	}
	return made, f
}

// queue creates a completion queue at end e for the results of requests, or for as many as a queue can hold.
func (r *rig) queue(e int, requests uint32) (nd2.CompletionQueue, error) {
	return create[nd2.CompletionQueue](r.side[e].CompletionQueue(min(requests, r.results)))
}

func (r *rig) queuePair(e int, queue nd2.CompletionQueue, context uintptr) (nd2.QueuePair, error) {
	return create[nd2.QueuePair](r.side[e].QueuePair(ndclient.Pair{
		Receives: queue, Initiated: queue, Context: context,
		ReceiveDepth: r.depth, InitiatorDepth: r.depth, ReceiveEntries: entries, InitiatorEntries: entries,
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
		c.Pair[e], err = r.queuePair(e, queues[e], context)
		if err != nil {
			return c, nil, err
		}
		c.Connector[e], err = create[nd2.Connector](s.Connector())
		if err != nil {
			return c, nil, err
		}
	}
	f := c.Connect(r.side[0].Sockaddr(), r.side[1].listener, r.side[1].address, 1, r.limit)
	v, err = r.asked(f)
	return c, v, err
}

// asked judges how it has ended to ask for a connection. If the adapter lacks the resources, a request for a
// connection may wait, or be waited for, at the listener: another one takes its place.
func (r *rig) asked(f *ndclient.Failure) (*model.Violation, error) {
	if !lacks(f) {
		return violation(f), nil
	}
	r.side[1].listener.Release()
	r.side[1].listener = nil
	return nil, cmp.Or(r.listen(r.side[1]), fmt.Errorf("%w: %w", errUnable, f))
}

// lateness is the part of the time limit that what was released may take to be there again.
const lateness = 5

// comeAndGo has do make something, and release it, and reports whether the adapter has the resources. Those of what
// was released may be there a while later only: it is asked again, unless it could do that never.
func (r *rig) comeAndGo(what, rules string,
	do func() (*model.Violation, error),
) (able bool, v *model.Violation, err error) {
	for waited := timeout.New(r.limit / lateness); ; runtime.Gosched() {
		v, err := do()
		switch {
		case v != nil || err != nil && !errors.Is(err, errUnable):
			return false, v, err
		case err == nil:
			r.done[what] = true
			r.made++
			return true, nil, nil
		case !r.done[what]:
			return false, nil, nil
		case waited.Over():
			return false, model.Violates(rules, "another %s can't be made: %v", what, err), nil
		}
	}
}

// lacks reports whether an adapter lacks the resources for what has failed. Of ports there are few.
func lacks(f *ndclient.Failure) bool {
	return f != nil && (ndclient.Exhausted(f.Status) || f.Method == "Bind" && f.Status == nd2.TooManyAddresses)
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
		return model.Violates(broken[f.Method]+" overlapped.notification.pending", "%s has not ended", f.Method)
	}
	return model.Violates(broken[f.Method], "%s ended with %v", f.Method, f.Status)
}
