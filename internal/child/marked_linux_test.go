package child

import (
	"fmt"
	"os/exec"
	"testing"
)

// TestNoEnvironment shows that neither a process without an environment nor an ended process counts as executing
// another program: that would be waited for.
func TestNoEnvironment(t *testing.T) {
	c := exec.Command("sh", "-c", "echo began; read -r end")
	c.Env = []string{}
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil { // by then it has been replaced
		t.Error(err)
	}
	folder := fmt.Sprintf("/proc/%d", c.Process.Pid)
	if isReplaced(folder) {
		t.Error("a process without an environment counts as executing another program")
	}
	in.Close()
	_ = c.Wait() // which says that nothing was read
	if isReplaced(folder) {
		t.Error("an ended process counts as executing another program")
	}
}
