package providers

import "sync/atomic"

// foreign holds the providers whose code is loaded when they are opened.
var foreign = map[string]bool{}

// RegisterForeign says that the provider called name loads foreign code when it is opened. The command
// first opens it in a separate process, so that a crash there costs that process and not the run.
func RegisterForeign(name string) {
	mu.Lock()
	defer mu.Unlock()
	foreign[name] = true
}

// Foreign reports whether the provider was registered by [RegisterForeign].
func (s *Selector) Foreign() bool {
	mu.RLock()
	defer mu.RUnlock()
	return foreign[s.name]
}

var onStep atomic.Pointer[func(subject, step string)]

// OnStep makes f hear each step of opening a provider.
func OnStep(f func(subject, step string)) { onStep.Store(&f) }

// Step announces a step that may crash or hang, such as the DllMain of the DLL at a path.
func Step(subject, step string) {
	if f := onStep.Load(); f != nil {
		(*f)(subject, step)
	}
}
