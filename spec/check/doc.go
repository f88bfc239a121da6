// Package check is what several folders of specs check in the same way.
//
// There are checks of what a method copies out to a client's buffer, and of what it says of
// a buffer that is too small (copy_out.go), be it a sockaddr (sockaddr.go) or a list of them
// (address_list.go); and of memory that is closed to a peer (denied.go).
//
// And there are those of refusals that a provider is free to give (refusals.go): they are no
// failure, and mostly there is nothing left to observe then, so that the spec ends as
// unobservable.
//
// Nothing here creates an object: what specs set up is in package spec and, where it takes
// more, in package fixture. Neither of the two rooms needs the other.
//
// A function that asserts is named Expect.
package check
