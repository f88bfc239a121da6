//go:build !windows

package winsock

// Install makes the DLL at path the catalogue's provider of the engine.
func Install(string) error { return ErrNotWindows }

// Uninstall takes the engine out of the catalogue.
func Uninstall() error { return ErrNotWindows }
