package worker

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/runner/journal"
)

// A Task is something that a worker does instead of running specs: it calls a
// provider too, and so may take the process down.
type Task struct {
	Name string
	// Run does the task; request is what runner.Send was given, and send sends an event
	// back. The task ends when ctx is done.
	Run func(ctx context.Context, request json.RawMessage, send func(any)) error
}

// TaskOf is a task whose requests are of one type. memory says how much of it the worker may have resident, in bytes; 0
// means no limit. An error that is refused says that the provider does not open as configured: its text is sent as the
// member "refused" of an event.
func TaskOf[R any](name string, memory func(R) int64, refused error,
	run func(context.Context, R, func(any)) error,
) Task {
	return Task{Name: name, Run: func(ctx context.Context, text json.RawMessage, send func(any)) error {
		var r R
		if err := json.Unmarshal(text, &r); err != nil {
			return err
		}
		if limit := memory(r); limit > 0 { // garbage must not double what a leak leaves
			debug.SetMemoryLimit(limit * 3 / 4)
		}
		err := run(ctx, r, send)
		if errors.Is(err, refused) {
			send(map[string]string{"refused": err.Error()})
			return nil
		}
		return err
	}}
}

// TaskRequest is the part of a batch that asks for a task.
type TaskRequest struct {
	Name    string          `json:"name"`
	Request json.RawMessage `json:"request"`
}

// run does the task that a batch asks for.
func (r *TaskRequest) run(ctx context.Context, tasks []Task, send func(Event)) {
	err := errUnknown
	for _, e := range tasks {
		if e.Name == r.Name {
			err = e.Run(ctx, r.Request, func(v any) {
				text, failed := json.Marshal(v)
				if failed != nil {
					panic("worker: something told that has no JSON form: " + failed.Error())
				}
				send(Event{Kind: TaskSent, Sent: text})
			})
		}
	}
	if err != nil {
		send(Event{Kind: Broken, Text: err.Error()})
		return
	}
	send(Event{Kind: Done})
}

// errUnknown is what a worker says of a task that its binary does not know.
var errUnknown = errors.New("the binary knows no such task")

// An End is a provider that a task has opened, and what its adapter says.
type End struct {
	Instance providers.Instance
	Info     *nd2.AdapterInfo
}

// Describe returns what the provider that a task has opened by a selector says of itself
// and, if a separate peer has been selected, what that says of itself.
func Describe(selector, separate string, ends [2]End) (*journal.Target, error) {
	s, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, err
	}
	local, peer := ends[0].Instance, ends[1].Instance
	if separate == "" {
		peer = nil
	}
	file, err := loadedBy(local, s.Package())
	t := &journal.Target{
		ProviderVersion: providers.VersionOf(local), ProviderHost: hostOf(local), PeerHost: hostOf(peer),
		ProviderFile: file.name, ProviderSHA256: file.digest, Adapter: ends[0].Info, PeerAdapter: ends[1].Info,
	}
	if peer != nil {
		t.PeerVersion = providers.VersionOf(peer)
	}
	return t, err
}
