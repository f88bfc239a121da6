package child

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"
)

const (
	hungryVariable = "NDCONFORM_CHILD_HUNGRY"
	mostMemory     = 64 << 20
)

// TestMain makes the test binary a process that takes far too much memory, and does not end when
// asked to.
func TestMain(m *testing.M) {
	if os.Getenv(hungryVariable) == "" {
		os.Exit(m.Run())
	}
	taken := make([]byte, 3*mostMemory)
	for i := 0; i < len(taken); i += 1 << 10 {
		taken[i] = 1
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(int(taken[0]) - 1)
}

// TestWatch shows that the caller learns that a process takes too much memory, and that the process
// is killed if it takes twice as much and does not end.
func TestWatch(t *testing.T) {
	if _, ok := Resident(os.Getpid()); !ok {
		t.Skip("the memory of another process can't be told here")
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), hungryVariable+"=yes")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	heard, end := context.WithCancelCause(t.Context())
	unwatch := Watch(cmd.Process, mostMemory, Resident, end)
	err = cmd.Wait()
	unwatch()
	in.Close()
	if killed := (*exec.ExitError)(nil); !errors.As(err, &killed) || killed.Exited() {
		t.Errorf("it ended with %v", err)
	}
	if cause := context.Cause(heard); !errors.Is(cause, ErrMemory{mostMemory}) {
		t.Errorf("%v was heard", cause)
	}
}
