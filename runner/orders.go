package runner

import (
	"context"
	"encoding/json"
	"io"
)

// orders are what a worker is told when it could begin with its specs.
type orders struct {
	// clear returns when it may begin, or when the context is done.
	clear func(context.Context)
	// knows is what it is told then. more is closed when that is more; nil if it never is.
	knows func() (known clearance, more <-chan struct{})
}

// tell tells the worker what is known, and returns what says that more is: nil if the worker
// does not listen, which shows in how it ends.
func (o orders) tell(worker io.Writer) (more <-chan struct{}) {
	known, more := o.knows()
	if json.NewEncoder(worker).Encode(known) != nil {
		return nil
	}
	return more
}

// tellOn tells it whenever more is known, until the context is done.
func (o orders) tellOn(ctx context.Context, worker io.Writer, more <-chan struct{}) {
	for more != nil {
		select {
		case <-more:
			more = o.tell(worker)
		case <-ctx.Done():
			return
		}
	}
}
