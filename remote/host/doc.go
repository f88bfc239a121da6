// Package host is the far end of a session, in a separate process: it makes a client's
// calls on a provider of this machine, and reports events, packets and callbacks in the
// order in which they happen.
package host
