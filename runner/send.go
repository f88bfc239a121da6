package runner

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/ndconform/ndconform/runner/worker"
)

// An Ending says how the worker of a task has ended.
type Ending struct {
	// Done reports whether the task came to its end. Failed says why it could not be
	// done.
	Done   bool
	Failed string
	// How says in one line how the process ended, and Trace is its last output.
	How, Trace string
}

// A RefusedError says why a provider does not open as configured.
type RefusedError string

// Error implements error.
func (e RefusedError) Error() string { return string(e) }

// Send makes a worker do a task. onEvent is called with each event that the task sends.
// A worker that sends nothing for as long as silence is taken to hang, and is ended. The
// error says why the worker could not be started, or understood.
func Send[Event any](ctx context.Context, lab Lab, name string, request any, silence time.Duration,
	onEvent func(Event),
) (Ending, error) {
	text, err := json.Marshal(request)
	if err != nil {
		return Ending{}, err
	}
	var garbled error
	p := newProcess(nil, hearing(onEvent, &garbled))
	p.task = true
	b := worker.Batch{Task: &worker.TaskRequest{Name: name, Request: text}, TimeoutScale: 1, Silence: silence}
	err = work(ctx, lab.Worker, lab.MemoryLimit, b, p,
		controller{func(context.Context) {}, func() (worker.Control, <-chan struct{}) { return worker.Control{}, nil }})
	return Ending{Done: p.done, Failed: p.broken, How: p.end, Trace: p.trace}, cmp.Or(err, garbled)
}

// hearing hands on what a task sends. What can't be read is garbled: the worker is of another build.
func hearing[Event any](onEvent func(Event), garbled *error) func(worker.Event) {
	return func(e worker.Event) {
		if e.Kind != worker.TaskSent {
			return
		}
		var sent Event
		if err := json.Unmarshal(e.Sent, &sent); err != nil {
			*garbled = fmt.Errorf("an event of a worker can't be read: %w", err)
			return
		}
		onEvent(sent)
	}
}
