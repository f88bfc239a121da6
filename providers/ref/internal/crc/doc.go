// Package crc carries the CRC-32 of the ICRC over a payload, and copies the payload in
// the same pass if asked to: 64 bytes at a time where the processor has such a wide
// carry-less multiplication, and by the standard library elsewhere.
//
// States are the plain remainders: hash/crc32 inverts them before and after.
package crc
