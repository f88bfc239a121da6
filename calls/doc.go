// Package calls is a layer around a provider that sees, and may change, each
// call, each notification, each callback and each result that passes between it and
// its client.
//
// [Open] opens a provider with [Hooks] around it, and [Register] makes such a
// provider selectable. Each object that comes out of the provider is wrapped; a call
// on a wrapper is a [Call], named by the constant of its method, which a hook
// carries out with [Call.Proceed], or does not. The provider is given a
// [ProxyOverlapped] for the client's, so that its notifications pass as calls, too. A
// [PostedRequest] says which request a result, an [Outcome], belongs to. Without hooks the wrappers forward everything.
//
// [Watch] wraps an object of a provider for those who only look at the calls: OVERLAPPEDs,
// contexts and results pass as they are, and nothing is exempt.
//
// The wrappers, in *_gen.go, are generated from the interfaces by internal/generate, which a new
// method needs nothing else of; a parameter that a call has no field for gets one in [Call],
// [ND1Call] or [NDKCall]. What is irregular is written by hand beside them.
//
// What is exempt: unless [Hooks.Early] is set, the first IND2Provider that an
// instance hands out, by which the runner finds the adapters, and all that comes of
// it; injected faults; of v1 and NDK, references, the overlapped requests, and callbacks
// of which no hook has anything to say.
//
// The layer starts no goroutine. Hooks are called in the goroutine of whoever makes
// the call: the client's, or, for a notification or callback, the one in which the
// provider notifies.
package calls

//go:generate go run ./internal/generate
