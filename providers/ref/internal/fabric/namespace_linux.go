package fabric

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"
)

// namespaces is where ip-netns(8) keeps them.
const namespaces = "/run/netns"

// do calls f in the network namespace.
func (n Namespace) do(f func() error) error {
	if n == "" {
		return f()
	}
	name := string(n)
	there, err := os.Open(filepath.Join(namespaces, filepath.Base(name)))
	switch {
	case errors.Is(err, os.ErrNotExist), err == nil && (filepath.Base(name) != name || name == ".."):
		return fmt.Errorf("there is no network namespace %q", name)
	case err != nil:
		return fmt.Errorf("network namespace %q: %w", name, err)
	}
	defer there.Close()
	back, err := os.Open("/proc/thread-self/ns/net")
	if err != nil {
		return err
	}
	defer back.Close()
	runtime.LockOSThread()
	if err := unix.Setns(int(there.Fd()), unix.CLONE_NEWNET); err != nil {
		runtime.UnlockOSThread()
		return fmt.Errorf("network namespace %q: %w", name, err)
	}
	err = f()
	if unix.Setns(int(back.Fd()), unix.CLONE_NEWNET) == nil {
		runtime.UnlockOSThread() // without this, the thread ends with its goroutine
	}
	return err
}
