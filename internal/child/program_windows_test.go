package child

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/windows"
)

// TestHold shows that nobody can change a held file, and that a file open for writing can't be held.
func TestHold(t *testing.T) {
	folder, err := os.MkdirTemp("", "hold") // Wine can't remove a test's own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(folder) })
	path := filepath.Join(folder, "program.dll")
	if err := os.WriteFile(path, []byte("code"), 0o700); err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Hold(path); !errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
		t.Errorf("what is being written to is held: %v", err)
	}
	writer.Close()
	held, err := Hold(path)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func() error{
		"written": func() error { return os.WriteFile(path, nil, 0o700) },
		"renamed": func() error { return os.Rename(path, path+"x") },
		"removed": func() error { return os.Remove(path) },
	} {
		if err := change(); err == nil {
			t.Errorf("it was %s", what)
		}
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Error(err)
	}
}
