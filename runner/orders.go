package runner

import (
	"context"
	"encoding/json"
	"io"
)

// orders are what a worker is told once it is ready to begin with its specs.
type orders struct {
	// clear returns when the worker may begin, or when the context is done.
	clear func(context.Context)
	// knows returns what the worker is told then. more is closed when there is more to
	// tell; it is nil if there never will be.
	knows func() (known clearance, more <-chan struct{})
}

// tell tells the worker what is known, and returns the channel that is closed when more is
// known, or nil if the worker does not listen; why it does not shows in how it ends.
func (o orders) tell(worker io.Writer) (more <-chan struct{}) {
	known, more := o.knows()
	if json.NewEncoder(worker).Encode(known) != nil {
		return nil
	}
	return more
}

// tellOn tells the worker whenever more is known, until the context is done.
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
