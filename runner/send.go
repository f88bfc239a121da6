package runner

import (
	"context"
	"encoding/json"
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

// Send makes a worker do a task. onEvent is called with each event that the task sends.
// A worker that sends nothing for as long as silence is taken to hang, and is ended. The
// error says why the worker could not be started.
func Send(ctx context.Context, lab Lab, name string, request any, silence time.Duration,
	onEvent func(json.RawMessage),
) (Ending, error) {
	text, err := json.Marshal(request)
	if err != nil {
		return Ending{}, err
	}
	p := newProcess(nil, func(e worker.Event) {
		if e.Kind == worker.TaskSent {
			onEvent(e.Sent)
		}
	})
	p.task = true
	b := worker.Batch{Task: &worker.TaskRequest{Name: name, Request: text}, TimeoutScale: 1, Silence: silence}
	err = work(ctx, lab.Worker, lab.MemoryLimit, b, p,
		controller{func(context.Context) {}, func() (worker.Control, <-chan struct{}) { return worker.Control{}, nil }})
	return Ending{Done: p.done, Failed: p.broken, How: p.end, Trace: p.trace}, err
}
