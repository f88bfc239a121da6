package bench

import (
	"fmt"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// base is the link for measuring the control path.
func base(r *rig) (*link, error) { return r.link(linkConfig{pairs: 1, depth: r.depth, wait: poll}) }

// registering measures registering and deregistering memory of a size.
func registering(size int) func(*rig) (*work, error) {
	return func(r *rig) (*work, error) {
		s := r.side[0]
		if uint64(size) > uint64(s.Info.MaxRegistrationSize) {
			return nil, unsupported("MaxRegistrationSize is %d", s.Info.MaxRegistrationSize)
		}
		region, err := create[nd2.MemoryRegion](s.MemoryRegion())
		if err != nil {
			return nil, err
		}
		b, err := s.Allocate(&r.pool, size)
		if err != nil {
			region.Release()
			return nil, err
		}
		request := newWaiter(r.clock, false)
		return &work{
			run: inTurn(func() error {
				s := ndclient.Insisted(func() nd2.Status {
					return request.wait(region, region.Register(b, rights, &request.overlapped))
				})
				if ndclient.Exhausted(s) {
					return unsupported("a Register has ended with %v", s)
				}
				if s == nd2.Success {
					s = request.wait(region, region.Deregister(&request.overlapped))
				}
				if s != nd2.Success {
					return fmt.Errorf("a Register or Deregister has ended with %v", s)
				}
				return nil
			}),
			close: func() {
				region.Release()
				s.Free(&r.pool, b)
			},
		}, nil
	}
}

// binding measures binding a window and invalidating it.
func binding(r *rig) (*work, error) {
	l, err := base(r)
	if err != nil {
		return nil, err
	}
	e := l.end[0]
	window, err := create[nd2.MemoryWindow](e.MemoryWindow())
	if err != nil {
		return nil, err
	}
	b := e.side.in[:min(len(e.side.in), 4<<10)]
	bind := func() nd2.Status { return e.pair[0].Bind(0, e.region, window, b, nd2.AllowRead|nd2.AllowWrite) }
	invalidate := func() nd2.Status { return e.pair[0].Invalidate(0, window, 0) }
	taken := func() error { return e.initiated.take(1) }
	return &work{
		link: l, close: func() { window.Release() },
		run: inTurn(func() error { return post("Bind", bind) }, taken,
			func() error { return post("Invalidate", invalidate) }, taken),
	}, nil
}

// shallow is a queue's depth before it is resized.
const shallow = 32

// resizing makes a completion queue deeper and shallower in turn.
func resizing(r *rig) (*work, error) {
	s := r.side[0]
	if s.Info.AdapterFlags&nd2.AdapterCQResize == 0 {
		return nil, unsupported("the adapter does not claim ND_ADAPTER_FLAG_CQ_RESIZE_SUPPORTED")
	}
	if 2*shallow >= r.results {
		return nil, unsupported("a completion queue holds at most %d results", r.results)
	}
	q, err := create[nd2.CompletionQueue](s.CompletionQueue(shallow))
	if err != nil {
		return nil, err
	}
	return alternating("Resize", q, q.Resize), nil
}

// modifying does so with a shared receive queue.
func modifying(r *rig) (*work, error) {
	s := r.side[0]
	if most := s.Info.MaxSharedReceiveQueueDepth; most > 0 && most < 2*shallow {
		return nil, unsupported("MaxSharedReceiveQueueDepth is %d", most)
	}
	q, err := create[nd2.SharedReceiveQueue](s.SharedReceiveQueue(shallow, 1, 0))
	if err != nil {
		return nil, err
	}
	return alternating("Modify", q, func(deep uint32) nd2.Status { return q.Modify(deep, 0) }), nil
}

func alternating(method string, q nd2.Unknown, call func(uint32) nd2.Status) *work {
	turn := uint32(0)
	return &work{close: func() { q.Release() }, run: inTurn(func() error {
		turn = 1 - turn
		return post(method, func() nd2.Status { return call(shallow << turn) })
	})}
}

// notifying sends an empty message to an armed queue, and waits for the event.
func notifying(r *rig) (*work, error) {
	l, err := r.link(linkConfig{pairs: 1, depth: r.depth, wait: event})
	if err != nil {
		return nil, err
	}
	p := l.posters(message{})
	return &work{
		link: l, most: r.depth,
		before: func(n int) error { return p[1].receives(0, n) },
		after:  func(int) error { return settleBoth(p) },
		run: inTurn(p[1].received.arm, func() error { return p[0].sendSilently(0) },
			func() error { return p[1].received.take(1) }),
	}, nil
}

// asking polls a queue without results.
func asking(r *rig) (*work, error) {
	l, err := base(r)
	if err != nil {
		return nil, err
	}
	q := l.end[0].received
	return &work{link: l, run: func(n int) error {
		for range n {
			if got := q.GetResults(q.results[:]); got != 0 {
				return fmt.Errorf("GetResults returned %d where no request has ended", got)
			}
		}
		return nil
	}}, nil
}
