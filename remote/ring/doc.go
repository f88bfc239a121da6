// Package ring carries frames between two processes through memory that they share: a ring of
// bytes in each direction. Where nobody looks into a ring, its reader is woken; by a futex if a
// goroutine waits for a reply (an event on Windows), and by a byte in a pipe if none does.
//
// Everything in the memory may be changed by the other process at any time. Each side therefore
// keeps its own position to itself, takes the other's for what it is, a claim, and copies bytes
// before it looks at them.
package ring
