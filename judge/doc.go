// Package judge sees the calls that pass between any program and any provider, and says which of the two
// has broken which rule.
//
// A [Checker] is pure: it has no clock, does no I/O and starts no goroutine. It keeps the state of
// each object (object.go, queue_pair.go, completion_queue.go, …: what is tracked), and apart from
// that the checks (check_*.go): each is a small function of one call and the state before it, listed
// by method in table.go. It knows neither the far side nor how long anything takes, and says nothing
// that it is not certain of: of calls that overlap it knows no order.
//
// Where a program has both ends of a connection, the checker knows which they are, and compares what each was told of
// the other (peer.go). It reads memory that a call was given only when the provider has accepted it.
//
// The provider is given numbers of the checker's in place of contexts of requests and queue pairs,
// by which a result is told from any other, and OVERLAPPEDs of the checker's in place of the client's, by which
// notifications are seen.
//
// Rules of providers are those of package requirement, and of them only what a provider MUST do.
// Rules of programs are those of package requirement/client.
package judge
