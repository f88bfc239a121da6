//go:build !linux

package fabric

import "errors"

// do calls f in the network namespace.
func (n Namespace) do(f func() error) error {
	if n != "" {
		return errors.New("network namespaces exist on Linux only")
	}
	return f()
}
