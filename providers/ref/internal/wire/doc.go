// Package wire turns RoCEv2 and connection management packets to bytes and back.
// There is one header per file; each states its layout and its section in the
// InfiniBand Architecture Specification volume 1, release 1.4 (IBTA). Decoding
// takes anything without panicking. Only connection management messages allocate
// memory.
package wire
