//go:build !windows

package worker

import "errors"

// dumps says whether the system makes memory dumps.
const dumps = false

func writeDump(string) error { return errors.ErrUnsupported }
