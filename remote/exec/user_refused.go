//go:build !windows

package exec

import "errors"

// refused rejects the option user where hosts run as the suite's user with the same rights: on Linux unless root
// runs the suite, and on systems other than Linux and Windows.
func refused(name string) error {
	if name != defaultUser {
		return errors.New("option user: only where root runs the suite, on Linux, does the host run as another user")
	}
	return nil
}
