// Package ib is libibverbs and librdmacm in Go: thin, typed, and all of the
// provider's cgo. The code that makes an object frees it, in the order that the
// libraries require. What the libraries hand back with an event is a handle, a
// number that the caller chose: Go pointers never reach C.
//
// It needs the build tag verbs; without it, only the numbers are here.
package ib
