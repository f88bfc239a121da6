// Package winsock puts a DLL of ours, the engine's or the validation layer's, into Windows' catalogue of Winsock
// providers, where applications find it as they find a vendor's, and takes it out again. On other systems both
// return an error.
package winsock

import "errors"

// ErrNotWindows is what Install and Uninstall return elsewhere.
var ErrNotWindows = errors.New("only Windows has a catalogue of Winsock providers")

// A DLL is one of ours.
type DLL struct {
	// name is what the catalogue calls it, and number is the last part of its class id.
	name   string
	number byte
}

// The DLLs.
var (
	Engine = DLL{"ndconform reference engine (NetworkDirect v2)", 0x02}
	Layer  = DLL{"ndconform validation layer (NetworkDirect v2)", 0x03}
)
