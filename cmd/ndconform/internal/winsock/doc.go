// Package winsock puts the engine's DLL into Windows' catalogue of Winsock providers, where
// applications find it as they find a vendor's, and takes it out again. On other systems
// both return an error.
package winsock

import "errors"

// ErrNotWindows is what Install and Uninstall return elsewhere.
var ErrNotWindows = errors.New("only Windows has a catalogue of Winsock providers")
