package runner

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/runner/journal"
)

// An Errand is something that a worker does instead of running specs: it calls a
// provider too, and so may take the process down.
type Errand struct {
	Name string
	// Run does the errand; order is what [Send] was given, and tell sends something
	// back. The errand ends when ctx is done.
	Run func(ctx context.Context, order json.RawMessage, tell func(any)) error
}

// errandOrder is the part of a batch that asks for an errand.
type errandOrder struct {
	Name  string          `json:"name"`
	Order json.RawMessage `json:"order"`
}

// An Ending says how the worker of an errand has ended.
type Ending struct {
	// Done reports whether the errand came to its end. Failed says why it could not be
	// done.
	Done   bool
	Failed string
	// How says in one line how the process ended, and Trace is its last output.
	How, Trace string
}

// Send has a worker do an errand. heard is called with each thing that the errand tells.
// A worker that tells nothing for as long as silence is taken to hang, and is ended. The
// error says why the worker could not be started.
func Send(ctx context.Context, lab Lab, name string, order any, silence time.Duration, heard func(json.RawMessage)) (Ending, error) {
	text, err := json.Marshal(order)
	if err != nil {
		return Ending{}, err
	}
	p := newProcess(nil, func(e event) {
		if e.Kind == told {
			heard(e.Told)
		}
	})
	p.errand = true
	b := batch{Errand: &errandOrder{name, text}, TimeoutScale: 1, Silence: silence}
	err = work(ctx, lab.Worker, lab.MemoryLimit, b, p, orders{func(context.Context) {}, func() (clearance, <-chan struct{}) { return clearance{}, nil }})
	return Ending{Done: p.done, Failed: p.broken, How: p.end, Trace: p.trace}, err
}

// Describe returns what the provider that an errand has opened by a selector says of itself
// and, if there is a separate peer, what that says of itself.
func Describe(selector string, local, peer providers.Instance) (*journal.Target, error) {
	s, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, err
	}
	file, err := loadedBy(local, s.Package())
	t := &journal.Target{ProviderVersion: local.Version(), ProviderHost: hostOf(local), PeerHost: hostOf(peer), ProviderFile: file.name, ProviderSHA256: file.digest}
	if peer != nil {
		t.PeerVersion = peer.Version()
	}
	return t, err
}

// errUnknown is what a worker says of an errand that its binary does not know.
var errUnknown = errors.New("the binary knows no such errand")

// run does the errand that a batch asks for.
func (o *errandOrder) run(ctx context.Context, errands []Errand, send func(event)) {
	err := errUnknown
	for _, e := range errands {
		if e.Name == o.Name {
			err = e.Run(ctx, o.Order, func(v any) {
				text, failed := json.Marshal(v)
				if failed != nil {
					panic("runner: something told that has no JSON form: " + failed.Error())
				}
				send(event{Kind: told, Told: text})
			})
		}
	}
	if err != nil {
		send(event{Kind: broken, Text: err.Error()})
		return
	}
	send(event{Kind: done})
}
