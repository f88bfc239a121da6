package spec

import (
	"sync"

	"github.com/ndconform/ndconform/spec/expect"
)

func init() { expect.FailWith(Failed) }

var failureHook struct {
	mu   sync.Mutex
	hook func(failure string)
}

// OnFailure calls hook with each failure of a spec, on whatever goroutine, before Ginkgo hears of
// it. A second call of OnFailure panics.
func OnFailure(hook func(failure string)) {
	failureHook.mu.Lock()
	defer failureHook.mu.Unlock()
	if failureHook.hook != nil {
		panic("spec: there is a hook for failures already")
	}
	failureHook.hook = hook
}

func reportFailure(message string) {
	failureHook.mu.Lock()
	hook := failureHook.hook
	failureHook.mu.Unlock()
	if hook != nil {
		hook(message)
	}
}
