//go:build unix && !linux

package child

// Seal returns a copy of the program at path that only this user, and root, can change. The caller closes it.
func Seal(path string) (*Program, error) { return privateCopy(path) }
