package session

import (
	"context"
	"errors"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/bench/null"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
)

// taskName is the name of the task of a worker that measures.
const taskName = "bench"

// A request tells a worker what to do.
type request struct {
	Provider string        `json:"provider"`
	Peer     string        `json:"peer,omitempty"`
	Options  bench.Options `json:"options"`
	// Harness asks for the cost of measuring, first of all.
	Harness bool `json:"harness,omitempty"`
	// Memory limits the worker's resident memory, in bytes; 0 means no limit.
	Memory int64 `json:"memory,omitempty"`
}

// An event is a worker's message.
type event struct {
	// Refused says why the provider does not open as configured, and Opened describes it.
	Refused string          `json:"refused,omitempty"`
	Opened  *journal.Target `json:"opened,omitempty"`
	Harness *speed.Harness  `json:"harness,omitempty"`
	// Planned are the measurements, without figures.
	Planned []speed.Measurement `json:"planned,omitempty"`
	// Began is the name of the measurement in progress.
	Began string `json:"began,omitempty"`
	// Failed and Unsupported name measurements that are over, and Why says why.
	Failed      string `json:"failed,omitempty"`
	Unsupported string `json:"unsupported,omitempty"`
	Why         string `json:"why,omitempty"`
	// Samples are those of the whole round.
	Samples []bench.Sample `json:"samples,omitzero"`
}

// A Reader reads the workloads that arguments name, for two ends. Who called it closes them.
type Reader func(ctx context.Context, arguments []string, ends *ndclient.Ends) ([]bench.Workload, func(), error)

// Task is the workers' task of measuring; see [worker.Work].
func Task(read Reader) worker.Task {
	run := func(ctx context.Context, r request, send func(any)) error {
		over := make(chan error, 1) // no recover: the trace of a provider's panic says where it was
		go func() { over <- r.run(ctx, read, func(e event) { send(e) }) }()
		return <-over
	}
	return worker.TaskOf(taskName, func(r request) int64 { return r.Memory }, ndclient.ErrRefused, run)
}

func (r request) run(ctx context.Context, read Reader, send func(event)) error {
	if r.Harness {
		h := bench.Harness()
		h.Null = null.Measure(ctx)
		send(event{Harness: &h})
	}
	timer, plays := new(bench.Timer), len(r.Options.Workload) > 0
	open, err := ndclient.Open(r.Provider, r.Peer, func(i providers.Instance) providers.Instance {
		if plays {
			return timer.Around(i)
		}
		return i
	})
	if err != nil {
		return err
	}
	ends, err := open()
	if err != nil {
		return err
	}
	if err := r.describe(ends, send); err != nil {
		return errors.Join(err, ends.Close())
	}
	told := bench.Events{
		Planned:     func(list []speed.Measurement) { send(event{Planned: list}) },
		Began:       func(name string) { send(event{Began: name}) },
		Failed:      func(name, why string) { send(event{Failed: name, Why: why}) },
		Unsupported: func(name, why string) { send(event{Unsupported: name, Why: why}) },
	}
	var samples []bench.Sample
	if !plays {
		samples, err = bench.Run(ctx, ends, r.Options, told)
	} else if list, closes, failed := read(ctx, r.Options.Workload, ends); failed != nil {
		err = failed
	} else {
		samples, err = bench.Play(ctx, ends, timer, list, r.Options, told)
		closes()
	}
	send(event{Samples: append([]bench.Sample{}, samples...)})
	return errors.Join(err, ends.Close())
}

// describe sends a description of the provider.
func (r request) describe(ends *ndclient.Ends, send func(event)) error {
	local, peer := ends.End[0], ends.End[1]
	target, err := worker.Describe(r.Provider, r.Peer, [2]worker.End{
		{Instance: local.Instance, Info: &local.Info}, {Instance: peer.Instance, Info: &peer.Info},
	})
	if err != nil {
		return err
	}
	send(event{Opened: target})
	return nil
}
