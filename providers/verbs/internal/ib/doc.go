// Package ib is libibverbs and librdmacm in Go: thin, typed, and all of the provider's
// cgo. The caller frees each object that it makes, in the order that the libraries
// require. Events carry a handle, a number that the caller chose: Go pointers never
// reach C.
//
// It needs the build tag verbs; without it, only the constants are here.
package ib
