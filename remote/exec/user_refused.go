//go:build !windows

package exec

import "errors"

// refused refuses a user where the host runs as whoever runs the suite, with the same rights: on Linux if that is
// not root, and on systems other than Linux and Windows.
func refused(name string) error {
	if name != defaultUser {
		return errors.New("option user: only where root runs the suite, on Linux, does the host run as another user")
	}
	return nil
}
