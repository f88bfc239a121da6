//go:build unix

package journal

import (
	"os"

	"golang.org/x/sys/unix"
)

const errLocked = unix.EWOULDBLOCK

func lock(file *os.File) error {
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}
