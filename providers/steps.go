package providers

import "sync/atomic"

// foreign has the providers whose code is loaded when they are opened.
var foreign = map[string]bool{}

// RegisterForeign says that the provider registered as name loads code that is not this program's when
// it is opened. It is opened in a process of its own first: whatever that code does ends one process,
// and not a run.
func RegisterForeign(name string) {
	mu.Lock()
	defer mu.Unlock()
	foreign[name] = true
}

// Foreign reports whether the provider is one of [RegisterForeign].
func (s *Selector) Foreign() bool {
	mu.RLock()
	defer mu.RUnlock()
	return foreign[s.name]
}

var onStep atomic.Pointer[func(subject, step string)]

// OnStep has f be told what a provider is about to do while it is opened.
func OnStep(f func(subject, step string)) { onStep.Store(&f) }

// Step says that a subject, such as the DLL at a path, is about to do something that may crash or hang,
// such as its DllMain.
func Step(subject, step string) {
	if f := onStep.Load(); f != nil {
		(*f)(subject, step)
	}
}
