// Package host is the far end of a session, in its own process: it makes the calls that
// a client asks for on a provider of this machine, and tells the client what comes of them,
// in the order in which it happens.
package host
