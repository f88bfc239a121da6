// Package wire turns RoCEv2 and connection management packets to bytes and back.
// One header a file; each says its layout and its section of the InfiniBand
// Architecture Specification volume 1, release 1.4 (IBTA). Decoding takes anything
// without panicking. Only connection management messages allocate memory.
package wire
