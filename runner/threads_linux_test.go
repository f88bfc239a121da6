package runner

import (
	"os/exec"
	"strings"
	"testing"
)

// The threads of this process are told of, with gdb's stacks where gdb may read them.
func TestNativeThreads(t *testing.T) {
	text := nativeThreads(1)
	if !strings.Contains(text, "  thread ") || strings.Count(text, "\n") < 2 {
		t.Errorf("%q", text)
	}
	if len(text) > dumpSize {
		t.Errorf("%d bytes", len(text))
	}
	if _, err := exec.LookPath("gdb"); err == nil && !strings.Contains(text, "as gdb reads them:\nThread ") {
		t.Skip("gdb may not read this process, or takes too long")
	}
}
