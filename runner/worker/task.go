package worker

import (
	"context"
	"encoding/json"
	"errors"

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

// Describe returns what the provider that a task has opened by a selector says of itself
// and, if there is a separate peer, what that says of itself.
func Describe(selector string, local, peer providers.Instance) (*journal.Target, error) {
	s, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, err
	}
	file, err := loadedBy(local, s.Package())
	t := &journal.Target{
		ProviderVersion: providers.VersionOf(local), ProviderHost: hostOf(local), PeerHost: hostOf(peer),
		ProviderFile: file.name, ProviderSHA256: file.digest,
	}
	if peer != nil {
		t.PeerVersion = providers.VersionOf(peer)
	}
	return t, err
}
