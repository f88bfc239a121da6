//go:build !windows

package runner

import "errors"

// dumps says that the system makes memory dumps.
const dumps = false

func writeDump(string) error { return errors.ErrUnsupported }
