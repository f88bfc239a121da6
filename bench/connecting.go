package bench

import (
	"errors"
	"sync"

	"github.com/ndconform/ndconform/internal/ndclient"
)

// A connecting makes connections and ends them: Bind, Connect, GetConnectionRequest, Accept,
// CompleteConnect, Disconnect. Their objects are created before, and released afterwards.
type connecting struct {
	// together is how many connections are made at once; 1 is one after another.
	together int
}

// connectingMost is how many connections' objects are created at once when they are made one after
// another.
const connectingMost = 32

func (c connecting) open(r *rig) (*work, error) {
	l, err := base(r)
	if err != nil {
		return nil, err
	}
	var made []*ndclient.Connection
	next := 0
	release := func() {
		for _, one := range made {
			one.Release()
		}
		made, next = nil, 0
	}
	w := &work{link: l, most: max(1, connectingMost/c.together), close: release, holds: true}
	w.before = func(n int) error {
		release()
		for range n * c.together {
			one, err := r.unconnected(l.end, 1, 0)
			made = append(made, one)
			if err != nil {
				return err
			}
		}
		return nil
	}
	w.after = func(int) error {
		release()
		return nil
	}
	w.run = inTurn(func() error {
		next += c.together
		return r.connectAll(made[next-c.together:][:c.together])
	})
	return w, nil
}

// connectAll connects and disconnects some connections at once. Each may get another's request, since
// they are alike.
func (r *rig) connectAll(list []*ndclient.Connection) error {
	if err := r.connectEach(list); err != nil {
		return err
	}
	return failed(ndclient.Leave(list, r.clock.limit))
}

// connectEach connects some connections at once.
func (r *rig) connectEach(list []*ndclient.Connection) error {
	if len(list) == 1 {
		return r.connect(list[0])
	}
	failed := make([]error, len(list))
	var connected sync.WaitGroup
	for i, one := range list {
		connected.Go(func() { failed[i] = r.connect(one) })
	}
	connected.Wait()
	for _, err := range failed { // others may have waited for it
		if unable := unsupportedError(""); errors.As(err, &unable) {
			return err
		}
	}
	return errors.Join(failed...)
}
