package spec

import (
	"sync"

	"github.com/ndconform/ndconform/spec/expect"
)

func init() { expect.FailWith(Failed) }

var told struct {
	mu      sync.Mutex
	witness func(failure string)
}

// Witness has w told of each failure of a spec, from whatever goroutine, before Ginkgo
// is told. It may be called once: if somebody else keeps the books already it panics.
func Witness(w func(failure string)) {
	told.mu.Lock()
	defer told.mu.Unlock()
	if told.witness != nil {
		panic("spec: somebody else is the witness of the suite's failures already")
	}
	told.witness = w
}

func tell(message string) {
	told.mu.Lock()
	w := told.witness
	told.mu.Unlock()
	if w != nil {
		w(message)
	}
}
