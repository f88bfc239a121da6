// Package model says what ND2 allows: it turns the steps of a program into calls,
// according to the state of its objects, and judges what comes of them. It sees no
// provider, has no clock and starts no goroutine.
//
// The outcome is made exact by keeping memory apart: a request shares its place with no other use that could change the
// outcome. Then the bytes that must be there follow from the order of the program alone. They are entered when a
// request is posted; those of a Receive, when its result is taken.
package model
