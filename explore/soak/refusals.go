package soak

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// These blocks only fail: what a failure leaves behind, nothing else frees. How the calls fail is for
// the specs to judge.

// refusedConnections asks for connections that the peer rejects.
func refusedConnections(r *rig, count int) (*model.Violation, error) {
	queue, err := r.queue(0, 2*r.depth)
	if err != nil {
		return nil, unless(err)
	}
	defer queue.Release()
	for range count {
		able, v, err := r.comeAndGo("refused connection", "connector.storm", func() (*model.Violation, error) {
			return r.reject(queue)
		})
		if !able {
			return v, err
		}
	}
	return nil, nil
}

// reject asks for a connection, which the peer rejects.
func (r *rig) reject(queue nd2.CompletionQueue) (v *model.Violation, err error) {
	c := &ndclient.Connection{}
	defer c.Release()
	if c.Pair[0], err = r.queuePair(0, queue, 0); err != nil {
		return nil, err
	}
	for e, s := range r.side {
		if c.Connector[e], err = create[nd2.Connector](s.Connector()); err != nil {
			return nil, err
		}
	}
	return r.asked(c.Rejected(r.side[0].Sockaddr(), r.side[1].listener, r.side[1].address, r.limit))
}

// refusedRegistrations registers another time to a region that has been.
func refusedRegistrations(r *rig, count int) (*model.Violation, error) {
	return r.withRegion(func(region nd2.MemoryRegion, register registering) (*model.Violation, error) {
		if v, err := r.tryRegister(region, register); v != nil || err != nil {
			return v, unless(err)
		}
		for range count {
			if again := ndclient.Start(region, register); !again.Await(r.limit) {
				return violation(&ndclient.Failure{Method: "Register", Status: nd2.Pending}), nil
			}
			r.made++
		}
		return r.request(region, "Deregister", region.Deregister), nil
	})
}

// refusedCreations asks for completion queues by an interface that they don't have.
func refusedCreations(r *rig, count int) (*model.Violation, error) {
	s := r.side[0]
	for range count {
		var object nd2.Unknown
		if s.CreateCompletionQueue(nd2.GUID{Data1: 1}, s.File, 1, 0, 0, &object) == nd2.Success && object != nil {
			object.Release()
		}
		r.made++
	}
	return nil, nil
}

// refusedBinds binds connectors and listeners to where somebody listens.
func refusedBinds(r *rig, count int) (*model.Violation, error) {
	s := r.side[1]
	for n := range count {
		var bound nd2.Unknown
		var err error
		if n%2 == 0 {
			var l nd2.Listener
			if l, err = create[nd2.Listener](s.Listener()); err == nil {
				l.Bind(s.address)
				bound = l
			}
		} else {
			var c nd2.Connector
			if c, err = create[nd2.Connector](s.Connector()); err == nil {
				c.Bind(s.address)
				bound = c
			}
		}
		if err != nil {
			return nil, unless(err)
		}
		bound.Release()
		r.made++
	}
	return nil, nil
}
