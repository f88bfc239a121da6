package soak

import (
	"fmt"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/memory"
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
	drive.End
	adapter  nd2.Adapter
	file     nd2.OverlappedFile
	listener nd2.Listener
	address  []byte // the listener's
}

// newRig opens both ends. The caller releases the rig even if there is an error.
func newRig(ends *drive.Ends, limit time.Duration) (*rig, *model.Violation, error) {
	r := &rig{limit: limit}
	for e := range r.side {
		r.side[e] = &side{End: ends.End[e]}
		if err := r.side[e].open(); err != nil {
			return r, nil, err
		}
	}
	return r, nil, nil
}

func (s *side) open() error {
	provider := s.Instance.ND2()
	defer provider.Release()
	var err error
	s.adapter, err = create[nd2.Adapter]("OpenAdapter", func(o *nd2.Unknown) nd2.Status { return provider.OpenAdapter(nd2.IIDAdapter, s.ID, o) })
	if err != nil {
		return err
	}
	if st := s.adapter.CreateOverlappedFile(&s.file); st != nd2.Success {
		return fmt.Errorf("CreateOverlappedFile returned %v", st)
	}
	return s.listen()
}

func (s *side) listen() (err error) {
	s.listener, err = create[nd2.Listener]("CreateListener", func(o *nd2.Unknown) nd2.Status {
		return s.adapter.CreateListener(nd2.IIDListener, s.file, o)
	})
	if err != nil {
		return err
	}
	address, method, st := s.Listen(s.listener)
	if st != nd2.Success {
		return fmt.Errorf("IND2Listener::%s returned %v", method, st)
	}
	s.address = address
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
		if s.file != nil {
			s.file.Close()
		}
		if s.adapter != nil {
			s.adapter.Release()
		}
	}
}

// create creates an object; if the adapter has no resources for it, the error is
// errUnable.
func create[T nd2.Unknown](what string, call func(*nd2.Unknown) nd2.Status) (T, error) {
	var none T
	var object nd2.Unknown
	switch s := call(&object); s {
	case nd2.Success:
	case nd2.InsufficientResources, nd2.NoMemory:
		return none, fmt.Errorf("%w: %s returned %v", errUnable, what, s)
	default:
		return none, fmt.Errorf("%s returned %v", what, s)
	}
	made, ok := object.(T)
	if !ok {
		return none, fmt.Errorf("%s created a %T", what, object)
	}
	return made, nil
}

func (s *side) queue(depth uint32) (nd2.CompletionQueue, error) {
	return create[nd2.CompletionQueue]("CreateCompletionQueue", func(o *nd2.Unknown) nd2.Status {
		return s.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.file, depth, 0, 0, o)
	})
}

// depth is the depth of the queues of every queue pair, and entries the length of their
// lists.
const depth, entries = 4, 1

func (s *side) queuePair(queue nd2.CompletionQueue, context uintptr) (nd2.QueuePair, error) {
	return create[nd2.QueuePair]("CreateQueuePair", func(o *nd2.Unknown) nd2.Status {
		return s.adapter.CreateQueuePair(nd2.IIDQueuePair, queue, queue, context, depth, depth, entries, entries, 0, o)
	})
}

func (s *side) connector() (nd2.Connector, error) {
	return create[nd2.Connector]("CreateConnector", func(o *nd2.Unknown) nd2.Status {
		return s.adapter.CreateConnector(nd2.IIDConnector, s.file, o)
	})
}
