//go:build !amd64

package crc

// width is 0: the standard library is fast enough, on arm64 by instructions for this
// CRC.
var width = 0

func read64(*foldTable, uint32, *byte, *byte, int) uint32 { panic(elsewhere) }
func copy64(*foldTable, uint32, *byte, *byte, int) uint32 { panic(elsewhere) }
func read32(*foldTable, uint32, *byte, *byte, int) uint32 { panic(elsewhere) }
func copy32(*foldTable, uint32, *byte, *byte, int) uint32 { panic(elsewhere) }

const elsewhere = "crc: not on this processor"
