// Package bench measures how fast a provider is: latency, bandwidth, message rates, the control path,
// and what a message costs among many connections.
//
// A table ([Table]) lists the measurements. Each is a loop of operations on two connected ends, driven
// by one goroutine. [Run] carries out a round: every measurement once, for a few milliseconds. A figure
// takes many rounds, each in a new process, so that other load on the machine, and the placement of
// memory, affect all measurements alike. The data is checked before and after each sample, while no
// clock runs.
//
// # What is not ideal
//
// One process drives both ends, mostly in one goroutine, so a provider that gains by threads does not
// show it here. Statistics start at ten rounds; a figure from a quick run says little about small
// differences.
package bench
