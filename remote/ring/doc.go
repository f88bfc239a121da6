// Package ring carries frames between two processes through shared memory: a ring of bytes in
// each direction. A reader that does not look into its ring is woken: by a futex (on Windows,
// an event) if a goroutine waits for a reply, and else by a byte in a pipe.
//
// The other process may change everything in the memory at any time. So each side keeps its
// position to itself, treats the other's position as a claim, and copies bytes before it looks
// at them.
package ring
