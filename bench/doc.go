// Package bench measures how fast a provider is: latency, bandwidth, message rates, the control path,
// and what a message costs among many connections.
//
// A table ([Table]) lists the measurements. Each is a loop of operations on two connected ends,
// which one goroutine drives. [Run] carries them out in rounds: in each round every measurement is
// taken once, for a few milliseconds, so that what else the machine does affects all alike. The
// data is checked before a measurement is first taken, and after each sample, while no clock runs.
package bench
