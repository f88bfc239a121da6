package drive

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
)

// Ends are those of a program: 0 is the adapter under test, 1 the other one.
type Ends struct {
	*ndclient.Ends
	// frees says of each end whether the port of a released connector is free at once; nil means
	// that it is not known yet.
	frees [2]*bool
	// windows says of each end whether its adapter has memory windows, likewise.
	windows [2]*bool
}

// ErrRefused is the error of a provider that does not open as configured, which is no
// finding.
var ErrRefused = ndclient.ErrRefused

// An Opener opens the two ends afresh. The caller closes them.
type Opener func() (*Ends, error)

// Open returns the opener of a provider and its peer; see [ndclient.Open]. A lack of the moment is no
// finding: see [calls.Insisting].
func Open(provider, peer string) (Opener, error) {
	open, err := ndclient.Open(provider, peer, calls.Insisting)
	if err != nil {
		return nil, err
	}
	return func() (*Ends, error) {
		ends, err := open()
		if err != nil {
			return nil, err
		}
		return &Ends{Ends: ends}, nil
	}, nil
}
