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
// By default the provider is given numbers of the checker's in place of contexts of requests and queue pairs, by which a
// result is told from any other. With [Checker.KeepValues], as the suite has it, it is given the program's own contexts;
// a number only takes the place of a context that another request has which has not ended, in the same queue, or another
// queue pair on the same completion queue. The provider sees other OVERLAPPEDs, events and ports than the program's, so
// that notifications are seen, and knows each of them again: one of the program's is one of the provider's, and no event
// is none. An OVERLAPPED that the program uses again before it was notified is another one, and so is an event without
// KeepValues while another request has it, or an event or a port that is no pointer. Keys of ports are the program's own.
//
// Rules of providers are those of package requirement, and of them only what a provider MUST do.
// Rules of programs are those of package requirement/client.
package judge
