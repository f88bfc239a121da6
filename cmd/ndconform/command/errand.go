package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/soak"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// errandName is the name of the errand of a worker that explores.
const errandName = "explore"

// An errandOrder says what a worker has to do: explore, replay, or only look at the
// provider that is to be explored.
type errandOrder struct {
	Provider string          `json:"provider"`
	Peer     string          `json:"peer,omitempty"`
	Options  explore.Options `json:"options"`
	Replay   string          `json:"replay,omitempty"`
	Probe    bool            `json:"probe,omitempty"`
	Soak     *soak.Options   `json:"soak,omitempty"`
	// Memory is how much memory the worker may have resident, in bytes; 0 means no limit.
	Memory int64 `json:"memory,omitempty"`
	// Calls asks for each call of a replayed program to be told before it is made.
	Calls bool `json:"calls,omitempty"`
	// silence is how long the worker may say nothing, at a scale of 1; 0 means
	// errandSilence.
	silence time.Duration
}

// A telling is one thing that the worker tells of its errand.
type telling struct {
	// Refused says why the provider does not open as configured. Opened describes the
	// provider to explore, and Pace is how long a call to it takes.
	Refused string          `json:"refused,omitempty"`
	Opened  *journal.Target `json:"opened,omitempty"`
	Pace    time.Duration   `json:"pace,omitempty"`
	// Began is the number of the program that begins and Style the style in which it was
	// generated; Alive says that the work goes on.
	Began *int          `json:"began,omitempty"`
	Style program.Style `json:"style,omitzero"`
	Alive bool          `json:"alive,omitempty"`
	// Call is the call that is made next, and Rules are the rules that it breaks if it
	// never returns.
	Call  string `json:"call,omitempty"`
	Rules string `json:"rules,omitempty"`
	// Found is a finding before it is shrunk, Smaller is one as a smaller program has shown it, and
	// Shrunk is one that has been shrunk.
	Found   *explore.Finding `json:"found,omitempty"`
	Smaller *explore.Finding `json:"smaller,omitempty"`
	Shrunk  *explore.Finding `json:"shrunk,omitempty"`
	// SoFar is the result up to now, and Result the final one.
	SoFar  *explore.Result `json:"soFar,omitempty"`
	Result *explore.Result `json:"result,omitempty"`
	Soaked *soak.Result    `json:"soaked,omitempty"`
}

// exploring is the errand of a worker that explores.
func exploring() runner.Errand {
	return runner.Errand{Name: errandName, Run: func(ctx context.Context, text json.RawMessage, tell func(any)) error {
		var order errandOrder
		if err := json.Unmarshal(text, &order); err != nil {
			return err
		}
		if order.Memory > 0 { // what a leak leaves behind is not to be doubled by garbage
			debug.SetMemoryLimit(order.Memory * 3 / 4)
		}
		open, err := explore.Open(order.Provider, order.Peer)
		if err == nil {
			err = order.carryOut(ctx, open, func(t telling) { tell(t) })
		}
		if errors.Is(err, explore.ErrRefused) {
			tell(telling{Refused: err.Error()})
			return nil
		}
		return err
	}}
}

// signEvery is how often a worker says that calls return, at most.
const signEvery = 5 * time.Second

func (order errandOrder) carryOut(ctx context.Context, open explore.Opener, tell func(telling)) error {
	if order.Probe {
		return order.probe(open, tell)
	}
	if order.Soak != nil {
		return order.soak(ctx, open, tell)
	}
	o := order.Options
	o.Began = func(p program.Program) { tell(telling{Began: &p.Number, Style: p.Style}) }
	o.Found = func(f explore.Finding) { tell(telling{Found: &f}) }
	o.Smaller = func(f explore.Finding) { tell(telling{Smaller: &f}) }
	o.Shrunk = func(f explore.Finding) { tell(telling{Shrunk: &f}) }
	o.Told = func(r explore.Result) { tell(telling{SoFar: &r}) }
	o.Alive = func() { tell(telling{Alive: true}) }
	if order.Calls {
		o.Before = func(what, rules string) { tell(telling{Call: what, Rules: rules}) }
	} else {
		var told atomic.Int64 // calls may be so slow that a program, or its beginning, takes longer than a worker may say nothing
		began := time.Now()
		o.Before = func(string, string) {
			if now := int64(time.Since(began) / signEvery); told.Swap(now) != now {
				o.Alive()
			}
		}
	}
	result, err := order.explored(ctx, open, o)
	if err == nil {
		tell(telling{Result: &result})
	}
	return err
}

func (order errandOrder) explored(ctx context.Context, open explore.Opener, o explore.Options) (explore.Result, error) {
	if order.Replay == "" {
		return explore.Run(ctx, open, o)
	}
	p, err := program.Parse(strings.NewReader(order.Replay))
	if err != nil {
		return explore.Result{}, err
	}
	o.Alive()
	return explore.Replay(ctx, open, p, o)
}

func (order errandOrder) soak(ctx context.Context, open explore.Opener, tell func(telling)) error {
	o := *order.Soak
	o.Told = func(r soak.Result) { tell(telling{Soaked: &r}) }
	o.Alive = func() { tell(telling{Alive: true}) }
	result, err := soak.Run(ctx, open, o)
	tell(telling{Soaked: &result})
	return err
}

// probe opens the provider, tells what it is and how long a call to it takes, and closes
// it.
func (order errandOrder) probe(open explore.Opener, tell func(telling)) error {
	ends, err := open()
	if err != nil {
		return err
	}
	local, peer := ends.End[0], ends.End[1]
	other := peer.Instance
	if order.Peer == "" {
		other = nil
	}
	target, err := runner.Describe(order.Provider, local.Instance, other)
	if err != nil {
		return errors.Join(err, ends.Close())
	}
	target.Adapter, target.PeerAdapter = &local.Info, &peer.Info
	pace, err := paceOf(local)
	if err != nil {
		return errors.Join(err, ends.Close())
	}
	tell(telling{Opened: target, Pace: pace})
	return ends.Close()
}

// paceOf opens the adapter as programs do, and returns how long the faster of two calls
// that have nothing to wait for takes.
func paceOf(end drive.End) (pace time.Duration, err error) {
	provider := end.Instance.ND2()
	defer provider.Release()
	var object nd2.Unknown
	if st := provider.OpenAdapter(nd2.IIDAdapter, end.ID, &object); st != nd2.Success {
		return 0, fmt.Errorf("IND2Provider::OpenAdapter returned %v", st)
	}
	adapter, ok := object.(nd2.Adapter)
	if !ok {
		return 0, fmt.Errorf("IND2Provider::OpenAdapter returned a %T, which is not an IND2Adapter", object)
	}
	defer adapter.Release()
	for range 2 {
		info, size := nd2.AdapterInfo{InfoVersion: end.Info.InfoVersion}, uint32(nd2.AdapterInfoSize)
		began := time.Now()
		if st := adapter.Query(&info, &size); st != nd2.Success {
			return 0, fmt.Errorf("IND2Adapter::Query returned %v", st)
		}
		if took := time.Since(began); pace == 0 || took < pace {
			pace = took
		}
	}
	return pace, nil
}
