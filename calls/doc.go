// Package calls is a layer around a provider that sees, and may change, each call, notification, callback and result
// that passes between the provider and its client.
//
// [Open] opens a provider with [Hooks] around it, and [Register] makes such a provider selectable. Each object from the
// provider is wrapped; a call on a wrapper is a [Call], named by its method's constant. A hook carries it out with
// [Call.Proceed], or does not. The provider gets a [ProxyOverlapped] in place of the client's OVERLAPPED, so that
// notifications pass as calls, too. A [PostedRequest] is the request of a result, an [Outcome]. Without hooks the
// wrappers forward everything.
//
// [Watch] wraps a provider's object for layers that only look at calls: OVERLAPPEDs, contexts and results pass as they
// are, and nothing is exempt.
//
// internal/generate writes the wrappers, in *_gen.go, from the interfaces. A new method needs nothing else; a parameter
// without a field gets one in [Call], [ND1Call] or [NDKCall]. What is irregular is written by hand beside them.
//
// What is exempt: unless [Hooks.Early] is set, an instance's first IND2Provider, by which the runner finds the
// adapters, and all of its objects; injected faults; v1's and NDK's references and overlapped requests, and callbacks
// on which no hook has an effect.
//
// The layer starts no goroutine. Hooks are called in the caller's goroutine: the client's, or, for a notification or
// callback, the provider's.
//
// # What is not ideal
//
// Transparent layers and layers that change calls share the wrappers, with a branch where they differ. A Call has a
// field for every parameter of every method, so it is large, and pooled. Silent requests and results that wait here
// make the layer guess when a number is free again (posted.go).
package calls

//go:generate go run ./internal/generate
