// Package calls is a layer around a provider that sees, and may change, each
// call, each notification, each callback and each result that passes between it and
// its client.
//
// [Open] opens a provider with [Hooks] around it, and [Register] makes such a
// provider selectable. Each object that comes out of the provider is wrapped; a call
// on a wrapper is a [Call], named by one of the constants in methods.go, which a hook
// carries out with [Call.Proceed], or does not. The OVERLAPPED that the provider is
// given is a [Shadow] of the client's, so that what it notifies of passes as a call,
// too. A posted request has a [Ticket], so that its result, an [Outcome], can be told
// from every other. Without hooks the wrappers forward everything.
//
// What is exempt: unless [Hooks.Early] is set, the first IND2Provider that an
// instance hands out, by which the runner finds the adapters, and all that comes of
// it; injected faults; of v1 and NDK, the overlapped requests, and objects on which
// no hook has anything to say.
//
// The layer starts no goroutine. Hooks are called in the goroutine of whoever makes
// the call: the client's, or, for a notification or callback, the one in which the
// provider notifies.
package calls
