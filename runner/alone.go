package runner

import (
	"fmt"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/spec"
)

// specTarget returns what the running spec is run on: the run's provider or one of the
// spec's own, which is opened as the spec begins. If the spec's own can't be opened,
// the spec fails, and the other nodes that Ginkgo runs for it get the run's provider.
func (w *worker) specTarget() *spec.Target {
	id, _ := spec.Identify(ginkgo.CurrentSpecReport().Labels())
	selector, alone := w.Alone[id]
	if !alone || id != w.current {
		return w.target
	}
	if w.alone != id {
		w.alone = id
		o, err := open(selector, w.Peer, scaled(openLimit, w.TimeoutScale))
		if err != nil {
			panic(fmt.Sprintf("the provider %s can't be put under test: %v", selector, err))
		}
		w.own = &o
	}
	if w.own == nil {
		return w.target
	}
	return w.own.target
}

// putAway closes the provider of the spec that has ended, if it had one of its own.
func (w *worker) putAway() error {
	if w.own == nil {
		return nil
	}
	own := w.own
	w.own = nil
	return own.close(scaled(openLimit, w.TimeoutScale))
}
