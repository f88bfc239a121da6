// Package model says what ND2 allows: it turns the steps of a program into calls, by the
// state that its objects are in, and judges what comes of them. It sees no provider, has
// no clock and starts no goroutine.
//
// What a provider may do is made exact by keeping memory apart: whoever is about to use
// a place shares it with nobody that could change what comes of it. Then the bytes that
// must be there follow from the order of the program alone, and are entered when a request is
// posted; a Receive's when its result is taken.
package model
