package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/ndconform/ndconform/internal/child"
)

// Work reads a batch from in, runs it, and sends events to the pipe that the batch
// names, until the batch is done, in ends, or a spec leaves the process in a state
// that can't be trusted; then it exits the process. It may be called once in a
// process. tasks are what the batch may ask for instead of specs.
func Work(in io.Reader, tasks ...Task) error {
	child.Volunteer()
	var b Batch
	input := json.NewDecoder(in)
	if err := input.Decode(&b); err != nil {
		return fmt.Errorf("the order on standard input: %w", err)
	}
	events, err := openEventPipe(b.Events)
	if err != nil {
		return fmt.Errorf("the order on standard input: %w", err)
	}
	stop, cancel := context.WithCancel(context.Background())
	defer cancel()
	control := make(chan Control, 1)
	go func() {
		for {
			var known Control
			if input.Decode(&known) != nil {
				break
			}
			select {
			case <-control: // the later one contains all of the earlier one
			default:
			}
			control <- known
		}
		_, _ = io.Copy(io.Discard, in)
		cancel()
		time.AfterFunc(EndLimit, func() { os.Exit(1) }) // whatever a provider is stuck in
	}()
	send := func(e Event) {
		if err := events.send(e); err != nil { // nobody hears: the supervisor or the descriptor is gone
			fmt.Fprintln(os.Stderr, "the suite can't write to its own pipe:", err)
			os.Exit(1)
		}
	}
	if b.Task != nil {
		b.Task.run(stop, tasks, send)
		return nil
	}
	w := newWorker(stop, b, control, send, func() { os.Exit(0) })
	w.ownProcess = true
	w.run()
	return nil
}

// WorkHere runs a batch in this process, and calls handle with each event. It may be called once
// in a process, and goes on even after a spec that leaves the process in a state that can't be
// trusted.
func WorkHere(ctx context.Context, b Batch, handle func(Event)) {
	control := make(chan Control, 1)
	control <- Control{}
	newWorker(ctx, b, control, handle, func() {}).run()
}
