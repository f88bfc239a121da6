// Package wire turns RoCEv2 and connection management packets to bytes and back. Each
// file has one header, with its layout and its section in the InfiniBand Architecture
// Specification volume 1, release 1.4 (IBTA). Decoding never panics. Only connection
// management messages allocate memory.
package wire
