package worker

import (
	"fmt"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/spec"
)

// specTarget returns what the running spec is run on: the run's provider, or the spec's own, which is
// opened as the spec begins. If that can't be opened, the spec fails, and the other nodes that Ginkgo
// runs for it get the run's provider.
func (w *worker) specTarget() *spec.Target {
	id, _ := spec.Identify(ginkgo.CurrentSpecReport().Labels())
	selector, has := w.OwnProviders[id]
	if !has || id != w.current {
		return w.target
	}
	if w.ownProviderOf != id {
		w.ownProviderOf = id
		o, err := open(selector, w.Peer, Scaled(openLimit, w.TimeoutScale))
		if err != nil {
			panic(fmt.Sprintf("the provider %s can't be put under test: %v", selector, err))
		}
		o.target.Draw(spec.Draw(w.Draw), w.Shape)
		w.ownProvider = &o
	}
	if w.ownProvider == nil {
		return w.target
	}
	return w.ownProvider.target
}

// closeOwnProvider closes the own provider of the spec that has ended, if it had one.
func (w *worker) closeOwnProvider() error {
	if w.ownProvider == nil {
		return nil
	}
	own := w.ownProvider
	w.ownProvider = nil
	return own.close(Scaled(openLimit, w.TimeoutScale))
}
