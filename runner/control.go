package runner

import (
	"context"
	"encoding/json"
	"io"

	"github.com/ndconform/ndconform/runner/worker"
)

// A controller sends a worker control messages, once it is ready to begin with its specs.
type controller struct {
	// awaitStart returns when the worker may begin, or when the context is done.
	awaitStart func(context.Context)
	// next returns the next message. more is closed when there is another; it is nil if there
	// never will be.
	next func() (known worker.Control, more <-chan struct{})
}

// send sends the next message, and returns the channel that is closed when there is another, or nil
// if the worker does not listen; why it does not shows in how it ends.
func (c controller) send(input io.Writer) (more <-chan struct{}) {
	known, more := c.next()
	if json.NewEncoder(input).Encode(known) != nil {
		return nil
	}
	return more
}

// sendUpdates sends the further messages, until the context is done.
func (c controller) sendUpdates(ctx context.Context, input io.Writer, more <-chan struct{}) {
	for more != nil {
		select {
		case <-more:
			more = c.send(input)
		case <-ctx.Done():
			return
		}
	}
}
