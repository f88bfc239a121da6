package soak

import (
	"errors"
	"fmt"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// A churn creates and releases objects of one kind.
type churn struct {
	// name is what one of the objects is called; it is empty for the block without churn.
	name string
	// pairs is how many queue pairs one object takes.
	pairs int
	// rules are what a leak breaks.
	rules string
	// rounds is how many rounds of traffic there are at least.
	rounds int
	// run creates and releases count objects.
	run func(r *rig, count int) (*model.Violation, error)
}

// churns are the blocks of a rotation, in order.
var churns = []churn{
	{rounds: 8, run: func(*rig, int) (*model.Violation, error) { return nil, nil }},
	{name: "connection", pairs: 2, rules: "connector.storm", rounds: 1, run: connections},
	{name: "queue pair", pairs: 1, rules: "connector.storm", rounds: 1, run: queuePairs},
	{name: "registration", rules: "connector.storm", rounds: 1, run: registrations},
	{name: "memory window", rules: "connector.storm", rounds: 1, run: windows},
	{name: "resize", rules: "connector.storm", rounds: 1, run: resizes},
	{name: "file", rules: "adapter.createoverlappedfile.closed-early-leaks-nothing", rounds: 1, run: files},
	{name: "refused connection", pairs: 1, rules: "connector.storm", rounds: 1, run: refusedConnections},
	{name: "refused registration", rules: "connector.storm", rounds: 1, run: refusedRegistrations},
	{name: "refused creation", rules: "connector.storm", rounds: 1, run: refusedCreations},
	{name: "refused Bind", rules: "connector.storm", rounds: 1, run: refusedBinds},
}

// few is how many objects a block creates at first, and many is how many it creates later:
// what leaks with each may be large, or too small to be seen at once.
const few, many, doubled = 16, 1024, 8

// count returns how many objects a block of a rotation creates: twice as many every few rotations.
func (k churn) count(rotation int) int {
	if k.name == "" {
		return 0
	}
	return min(few<<min(rotation/doubled, 16), many)
}

// connections makes connections, and ends them.
func connections(r *rig, count int) (v *model.Violation, err error) {
	var queues [2]nd2.CompletionQueue
	for e := range r.side {
		queues[e], err = r.queue(e, 2*r.depth)
		if err != nil {
			return nil, unless(err)
		}
		defer queues[e].Release()
	}
	for range count {
		able, v, err := r.comeAndGo("connection", "connector.storm", func() (*model.Violation, error) {
			c, v, err := r.connect(queues, 0)
			if v != nil || err != nil {
				return v, err
			}
			return r.part(c), nil
		})
		if !able {
			return v, err
		}
	}
	return nil, nil
}

// unless returns an error unless it is a lack of resources, which the traffic may have
// used up.
func unless(err error) error {
	if errors.Is(err, errUnable) {
		return nil
	}
	return err
}

func queuePairs(r *rig, count int) (*model.Violation, error) {
	queue, err := r.queue(0, 2*r.depth)
	if err != nil {
		return nil, unless(err)
	}
	defer queue.Release()
	for range count {
		pair, err := r.queuePair(0, queue, 0)
		if err != nil {
			return nil, unless(err)
		}
		pair.Release()
		r.made++
	}
	return nil, nil
}

// registered is the length of a registration, in bytes.
const registered = 1 << 16

// A registering registers memory to a region.
type registering func(*nd2.Overlapped) nd2.Status

// withRegion calls do with a region, and what registers memory to it.
func (r *rig) withRegion(do func(nd2.MemoryRegion, registering) (*model.Violation, error)) (*model.Violation, error) {
	s := r.side[0]
	region, err := create[nd2.MemoryRegion](s.MemoryRegion())
	if err != nil {
		return nil, unless(err)
	}
	defer region.Release()
	bytes, err := s.Allocate(&r.pool, int(min(registered, s.Info.MaxRegistrationSize)))
	if err != nil {
		return nil, err
	}
	defer s.Free(&r.pool, bytes)
	return do(region, func(o *nd2.Overlapped) nd2.Status { return region.Register(bytes, nd2.AllowLocalWrite, o) })
}

// tryRegister registers memory to a region, if the adapter has the resources.
func (r *rig) tryRegister(region nd2.MemoryRegion, call registering) (*model.Violation, error) {
	f := ndclient.Start(region, call).Succeed("Register", r.limit)
	if lacks(f) {
		return nil, fmt.Errorf("%w: %w", errUnable, f)
	}
	return violation(f), nil
}

func registrations(r *rig, count int) (*model.Violation, error) {
	const rules = "mr.register.nd-success mr.deregister.nd-success"
	return r.withRegion(func(region nd2.MemoryRegion, register registering) (*model.Violation, error) {
		for range count {
			able, v, err := r.comeAndGo("registration", rules, func() (*model.Violation, error) {
				if v, err := r.tryRegister(region, register); v != nil || err != nil {
					return v, err
				}
				return r.request(region, "Deregister", region.Deregister), nil
			})
			if !able {
				return v, err
			}
		}
		return nil, nil
	})
}

func windows(r *rig, count int) (*model.Violation, error) {
	none := true // as long as the adapter has not created one
	for range count {
		w, f := ndclient.Create[nd2.MemoryWindow](r.side[0].MemoryWindow())
		switch {
		case f == nil:
		case ndclient.Exhausted(f.Status), none && drive.Windowless(f.Status):
			return nil, nil
		default:
			return nil, f
		}
		none = false
		w.Release()
		r.made++
	}
	return nil, nil
}

// resizes makes a queue deeper and shallower in turn.
func resizes(r *rig, count int) (*model.Violation, error) {
	s := r.side[0]
	if s.Info.AdapterFlags&nd2.AdapterCQResize == 0 {
		return nil, nil
	}
	queue, err := r.queue(0, 8)
	if err != nil {
		return nil, unless(err)
	}
	defer queue.Release()
	for n := range count {
		if st := queue.Resize(min([]uint32{64, 8}[n%2], r.results)); st != nd2.Success && st != nd2.InsufficientResources {
			return model.Violates("cq.resize.nd-success", "Resize returned %v", st), nil
		}
	}
	return nil, nil
}

func files(r *rig, count int) (*model.Violation, error) {
	const rule = "adapter.createoverlappedfile.nd-success"
	for range count {
		able, v, err := r.comeAndGo("file", rule, func() (*model.Violation, error) {
			var file nd2.OverlappedFile
			switch st := r.side[0].CreateOverlappedFile(&file); {
			case ndclient.Exhausted(st):
				return nil, fmt.Errorf("%w: CreateOverlappedFile returned %v", errUnable, st)
			case st != nd2.Success:
				return model.Violates(rule, "CreateOverlappedFile returned %v", st), nil
			}
			file.Close()
			return nil, nil
		})
		if !able {
			return v, err
		}
	}
	return nil, nil
}
