//go:build unix

package journal

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipe shows that nobody waits for a pipe that nothing comes from.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "is not a journal: it is a pipe") {
		t.Error(err)
	}
}
