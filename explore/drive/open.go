package drive

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/around"
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
	// found is the first rule that the provider of either end has broken, as the judge says.
	found *atomic.Pointer[judge.Finding]
}

// breach returns what keeps the first finding about a provider. Programs make wrong calls on purpose, which the judge
// names, too.
func breach(found *atomic.Pointer[judge.Finding]) func(judge.Finding) {
	return func(f judge.Finding) {
		if f.Of == judge.Provider {
			found.CompareAndSwap(nil, &f)
		}
	}
}

// ErrRefused is the error of a provider that does not open as configured, which is no
// finding.
var ErrRefused = ndclient.ErrRefused

// An Opener opens the two ends afresh. The caller closes them.
type Opener func() (*Ends, error)

// Open returns the opener of a provider and its peer, whose calls are judged; see [ndclient.Open]. A lack of the
// moment is no finding: see [around.Insisting].
func Open(provider, peer string) (Opener, error) {
	var found *atomic.Pointer[judge.Finding] // of the ends that are being opened
	open, err := ndclient.Open(provider, peer, func(i providers.Instance) providers.Instance {
		return around.Insisting(i, judge.New(breach(found)))
	})
	if err != nil {
		return nil, err
	}
	return func() (*Ends, error) {
		found = new(atomic.Pointer[judge.Finding])
		ends, err := open()
		if err != nil {
			return nil, err
		}
		return &Ends{Ends: ends, found: found}, nil
	}, nil
}
