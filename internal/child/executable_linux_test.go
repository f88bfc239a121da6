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
	executable, release := Executable(program)
	defer release()
	// However many files the child inherits, none takes the place of the program.
	for files := range 2 * int(program.Fd()) {
		c := exec.Command(executable)
		c.Args[0] = "true"
		for range files {
			c.ExtraFiles = append(c.ExtraFiles, os.Stdin)
		}
		if err := c.Run(); err != nil {
			t.Errorf("with %d files: %v", files, err)
		}
	}
}
