package child

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestExecutable shows that the program that is started is the one that was opened.
func TestExecutable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	if err := os.Symlink("/bin/true", path); err != nil {
		t.Fatal(err)
	}
	program, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/bin/false", path); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(Executable(program))
	c.Args[0] = "true"
	if err := c.Run(); err != nil {
		t.Error(err)
	}
}
