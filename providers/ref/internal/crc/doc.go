// Package crc carries the CRC-32 of the ICRC over a payload, and copies the payload in
// the same pass if asked to: 64 or 32 bytes a register where the processor can multiply
// those without carries (VPCLMULQDQ), and by the standard library elsewhere.
//
// States are the plain remainders: hash/crc32 inverts them before and after.
package crc
