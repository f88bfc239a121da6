//go:build unix

package child

import (
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// TestNoTerminal shows that a process that inherits files leads a session without a terminal.
func TestNoTerminal(t *testing.T) {
	c := exec.Command("cat")
	if _, err := Bequeath(c); err != nil {
		t.Fatal(err)
	}
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if session, err := unix.Getsid(c.Process.Pid); err != nil || session != c.Process.Pid {
		t.Errorf("process %d is of the session %d: %v", c.Process.Pid, session, err)
	}
	in.Close()
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}
