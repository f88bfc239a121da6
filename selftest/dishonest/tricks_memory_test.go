package dishonest

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	_ "unsafe" // for the names of others' variables

	"github.com/onsi/ginkgo/v2/types"
)

// The tricks with which a provider reaches into Ginkgo's memory by the linker's names, and
// into Go's own workings.
func init() {
	reaching["forgives failures"] = trick{inCall: func() { go forgive() }}
	reaching["has another book of failures"] = trick{inCall: func() {
		failer = &failures{lock: new(sync.Mutex), state: types.SpecStatePassed}
	}}
	tricks["changes Go's settings"] = trick{atOpen: func() {
		runtime.GOMAXPROCS(1)
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetPanicOnFault(true)
		debug.SetTraceback("none")
	}}
}

// failures are laid out as Ginkgo's book of what a spec has failed with.
type failures struct {
	lock    *sync.Mutex
	failure types.Failure
	state   types.SpecState
}

//go:linkname failer github.com/onsi/ginkgo/v2/internal/global.Failer
var failer *failures

// forgive takes out of the book what is written in it, as soon as it is.
func forgive() {
	for {
		failer.lock.Lock()
		failer.state, failer.failure = types.SpecStatePassed, types.Failure{}
		failer.lock.Unlock()
		runtime.Gosched()
	}
}
