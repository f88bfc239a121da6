//go:build unix

package runner

import (
	"os/exec"
	"testing"
)

// A process on its way out may be slow, and is told to end for having closed its pipe: its own
// status says more.
func TestAStatusSaysMoreThanAClosedPipe(t *testing.T) {
	for command, want := range map[string]string{
		"exit 7":     "exit status 7",
		"exit 2":     errClosed.Error(), // as Go does on SIGQUIT
		"kill -9 $$": errClosed.Error(),
	} {
		err := exec.Command("sh", "-c", command).Run()
		if got := describeEnd(err, errClosed, ""); got != want {
			t.Errorf("%s: described as %q, want %q", command, got, want)
		}
	}
}
