//go:build !amd64

package crc

// wide says that there is a faster way than the standard library: not here.
var wide = false

func fold(*foldTable, uint32, *byte, int) uint32 { panic("crc: not on this processor") }

func foldCopy(*foldTable, uint32, *byte, *byte, int) uint32 {
	panic("crc: not on this processor")
}
