// Package bench measures how fast a provider is: latency, bandwidth, message rates, the control path,
// and what a message costs among many connections.
//
// A table ([Table]) lists the measurements. Each is a loop of operations on two connected ends,
// which one goroutine drives. [Run] carries out a round: every measurement is taken once, for a few
// milliseconds. A figure takes many rounds, each in a process of its own, so that what else the machine
// does affects all alike, and so does where the memory of a process happens to lie. The data is checked
// before a sample and after it, while no clock runs.
package bench
