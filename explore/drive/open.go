package drive

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// Ends are those of a program: 0 is the adapter under test, 1 the other one.
type Ends struct {
	*ndclient.Ends
	// frees says of each end whether the port of a released connector is free at once; nil means
	// that it is not known yet.
	frees [2]*bool
	// windows says of each end whether its adapter has memory windows, likewise.
	windows [2]*bool
	judging
}

// judging are the judges of the instances.
type judging struct {
	judges []*judge.Checker
	// found is the first rule that the provider under test has broken.
	found atomic.Pointer[judge.Finding]
	// before, if not nil, is that of [Options].
	before func(what, rules string)
}

// around puts a judge around an instance. The first is the one under test: a peer's breaches are not held against it.
func (j *judging) around(i providers.Instance) providers.Instance {
	report := j.breach
	if len(j.judges) > 0 {
		report = nil
	}
	k := judge.New(report)
	j.judges = append(j.judges, k)
	return around.Insisting(i, k, func(c *calls.Call) {
		if j.before != nil {
			b := judge.Begins(c)
			j.before(b.Call, b.Rule)
		}
	})
}

// begun lists the calls that have not returned.
func (j *judging) begun() (list []judge.Begun) {
	for _, k := range j.judges {
		list = append(list, k.Begun()...)
	}
	return list
}

// happened counts what the judges have seen.
func (j *judging) happened() (n uint64) {
	for _, k := range j.judges {
		n += k.Happened()
	}
	return n
}

// owe reports whether the provider under test owes something, if nothing is on its way.
func (j *judging) owe() bool { return j.judges[0].Owes() }

// never says that a request has not ended, for which everybody has waited.
func (j *judging) never(o *nd2.Overlapped) { j.judges[0].Never(o) }

// quiet says that nothing is on its way and that everybody was waited for.
func (j *judging) quiet() { j.judges[0].Quiet() }

// breach keeps the first finding about a provider. Programs make wrong calls on purpose, which a judge names, too.
func (j *judging) breach(f judge.Finding) {
	if f.Of == judge.Provider {
		j.found.CompareAndSwap(nil, &f)
	}
}

// Breach returns what the provider under test has done that is certainly wrong, whatever else came of it; nil if
// nothing.
func (j *judging) Breach() *model.Violation {
	f := j.found.Load()
	if f == nil {
		return nil
	}
	return model.Violates(f.ID, "%s: %s", f.Object, f.Message)
}

// calls are those that the finding shows.
func (j *judging) calls() []string { return j.found.Load().Calls }

// ErrRefused is the error of a provider that does not open as configured, which is no
// finding.
var ErrRefused = ndclient.ErrRefused

// An Opener opens the two ends afresh. The caller closes them.
type Opener func() (*Ends, error)

// Open returns the opener of a provider and its peer, whose calls are judged; see [ndclient.Open]. A lack of the
// moment is no finding: see [around.Insisting].
func Open(provider, peer string) (Opener, error) {
	var fresh *Ends // that are being opened
	open, err := ndclient.Open(provider, peer, func(i providers.Instance) providers.Instance {
		return fresh.around(i)
	})
	if err != nil {
		return nil, err
	}
	return func() (ends *Ends, err error) {
		fresh = &Ends{}
		fresh.Ends, err = open()
		if err != nil {
			return nil, err
		}
		return fresh, nil
	}, nil
}
