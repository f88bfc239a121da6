//go:build !windows

package winsock

// Install makes the DLL at path the catalogue's provider of this kind.
func (DLL) Install(string) error { return ErrNotWindows }

// Uninstall takes it out of the catalogue.
func (DLL) Uninstall() error { return ErrNotWindows }
