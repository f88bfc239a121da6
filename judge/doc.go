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
// By default the provider is given numbers in place of the contexts of requests and queue pairs, so that the checker
// can tell each result from any other. With [Checker.KeepValues], as the suite and explore have it, the provider is
// given the program's own contexts. A number takes the place of a context only while another request in the same queue,
// or another queue pair on the same completion queue, has that context, too.
//
// The provider gets OVERLAPPEDs, events and ports of the checker's, so that the checker sees each notification. The
// provider can tell them apart as it could the program's: the same event is the same again, and no event is none. Three
// are new each time: an OVERLAPPED that is used again before it was notified, without KeepValues an event that another
// request has, and an event or a port that is no pointer. Keys of ports are the program's own.
//
// Rules of providers are those of package requirement, and of them only what a provider MUST do.
// Rules of programs are those of package requirement/client.
package judge
