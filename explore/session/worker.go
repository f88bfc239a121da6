package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/beside"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/soak"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
)

// taskName is the name of the task of a worker that explores.
const taskName = "explore"

// A request says what a worker has to do: explore, replay, soak, or only look at the provider.
type request struct {
	Provider string          `json:"provider"`
	Peer     string          `json:"peer,omitempty"`
	Options  explore.Options `json:"options"`
	Replay   string          `json:"replay,omitempty"`
	Look     bool            `json:"look,omitempty"`
	Soak     *soak.Options   `json:"soak,omitempty"`
	// Memory is how much memory the worker may have resident, in bytes; 0 means no limit.
	Memory int64 `json:"memory,omitempty"`
	// Beside selects the provider that makes the same calls; empty if none does.
	Beside string `json:"beside,omitempty"`
	// Calls asks for an event before each call of a replayed program.
	Calls bool `json:"calls,omitempty"`
	// silence is how long the worker may send no event, at a scale of 1; 0 means workSilence.
	silence time.Duration
}

// An event is one thing that a worker sends while it works.
type event struct {
	// Refused says why the provider does not open as configured. Opened describes the
	// provider, and Latency is how long a call to it takes.
	Refused string          `json:"refused,omitempty"`
	Opened  *journal.Target `json:"opened,omitempty"`
	Latency time.Duration   `json:"latency,omitempty"`
	// Began is the number of the program that begins and Style the style in which it was
	// generated; Alive says that the work goes on.
	Began *int          `json:"began,omitempty"`
	Style program.Style `json:"style,omitzero"`
	Alive bool          `json:"alive,omitempty"`
	// Call is the call that is made next, and Rules are the rules that it breaks if it
	// never returns.
	Call  string `json:"call,omitempty"`
	Rules string `json:"rules,omitempty"`
	// Found is a finding before it is minimized, Smaller is the finding of a smaller program, and Minimized is the
	// minimized finding.
	Found     *explore.Finding `json:"found,omitempty"`
	Smaller   *explore.Finding `json:"smaller,omitempty"`
	Minimized *explore.Finding `json:"minimized,omitempty"`
	// SoFar is the result up to now, and Result the final one.
	SoFar  *explore.Result `json:"soFar,omitempty"`
	Result *explore.Result `json:"result,omitempty"`
	Soaked *soak.Result    `json:"soaked,omitempty"`
}

// Task is what a binary's workers need to explore; see [worker.Work].
func Task() worker.Task {
	run := func(ctx context.Context, r request, send func(any)) error {
		open, err := explore.Open(r.Provider, r.Peer)
		if err != nil {
			return err
		}
		return r.run(ctx, open, func(e event) { send(e) })
	}
	return worker.TaskOf(taskName, func(r request) int64 { return r.Memory }, explore.ErrRefused, run)
}

func (r request) run(ctx context.Context, open explore.Opener, send func(event)) error {
	switch {
	case r.Look:
		return r.look(open, send)
	case r.Soak != nil:
		return r.soak(ctx, open, send)
	}
	o := r.options(send)
	if r.Beside != "" {
		var err error
		if o.Beside, err = beside.Open(r.Provider, r.Peer, r.Beside, o.TimeoutScale); err != nil {
			return err
		}
		o.Beside.Alive = o.Alive
	}
	result, err := r.explore(ctx, open, o)
	if err == nil {
		send(event{Result: &result})
	}
	return err
}

// aliveEvery is how often a worker says that calls return, at most.
const aliveEvery = 5 * time.Second

// options are those of the request, with what sends events.
func (r request) options(send func(event)) explore.Options {
	o := r.Options
	o.Began = func(p program.Program) { send(event{Began: &p.Number, Style: p.Style}) }
	o.Found = func(f explore.Finding) { send(event{Found: &f}) }
	o.Smaller = func(f explore.Finding) { send(event{Smaller: &f}) }
	o.Minimized = func(f explore.Finding) { send(event{Minimized: &f}) }
	o.Progress = func(r explore.Result) { send(event{SoFar: &r}) }
	o.Alive = func() { send(event{Alive: true}) }
	if r.Calls {
		o.Before = func(what, rules string) { send(event{Call: what, Rules: rules}) }
		return o
	}
	// Calls may be so slow that a program, or its beginning, takes longer than a worker may be silent.
	var sent atomic.Int64
	began := time.Now()
	o.Before = func(string, string) {
		if now := int64(time.Since(began) / aliveEvery); sent.Swap(now) != now {
			o.Alive()
		}
	}
	return o
}

func (r request) explore(ctx context.Context, open explore.Opener, o explore.Options) (explore.Result, error) {
	if r.Replay == "" {
		return explore.Run(ctx, open, o)
	}
	p, err := program.Parse(strings.NewReader(r.Replay))
	if err != nil {
		return explore.Result{}, err
	}
	o.Alive()
	return explore.Replay(ctx, open, p, o)
}

func (r request) soak(ctx context.Context, open explore.Opener, send func(event)) error {
	o := *r.Soak
	o.Progress = func(so soak.Result) { send(event{Soaked: &so}) }
	o.Alive = func() { send(event{Alive: true}) }
	result, err := soak.Run(ctx, open, o)
	send(event{Soaked: &result})
	return err
}

// look opens the provider, sends what it is and how long a call to it takes, and closes it.
func (r request) look(open explore.Opener, send func(event)) error {
	ends, err := open()
	if err != nil {
		return err
	}
	local, peer := ends.End[0], ends.End[1]
	target, err := worker.Describe(r.Provider, r.Peer, [2]worker.End{
		{Instance: local.Instance, Info: &local.Info}, {Instance: peer.Instance, Info: &peer.Info},
	})
	if err != nil {
		return errors.Join(err, ends.Close())
	}
	latency, err := latencyOf(local)
	if err != nil {
		return errors.Join(err, ends.Close())
	}
	send(event{Opened: target, Latency: latency})
	return ends.Close()
}

// latencyOf opens the adapter as programs do, and returns how long the faster of two calls
// that have nothing to wait for takes.
func latencyOf(end ndclient.End) (latency time.Duration, err error) {
	provider := end.ND2()
	defer provider.Release()
	adapter, f := ndclient.Create[nd2.Adapter](ndclient.OpenAdapter(provider, end.ID))
	if f != nil {
		return 0, fmt.Errorf("IND2Provider::%w", f)
	}
	defer adapter.Release()
	for range 2 {
		info, size := nd2.AdapterInfo{InfoVersion: end.Info.InfoVersion}, uint32(nd2.AdapterInfoSize)
		began := time.Now()
		if st := adapter.Query(&info, &size); st != nd2.Success {
			return 0, fmt.Errorf("IND2Adapter::Query returned %v", st)
		}
		if took := time.Since(began); latency == 0 || took < latency {
			latency = took
		}
	}
	return latency, nil
}
