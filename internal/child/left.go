package child

import (
	"fmt"
	"os"
	"path/filepath"
)

const folders = "ndconform-host-%d-"

// NewFolder makes a working directory for a host of this process. Its path tells nothing of the run.
func NewFolder() (path string, err error) { return os.MkdirTemp("", fmt.Sprintf(folders, os.Getpid())) }

// CleanUp ends and removes what the hosts of a process have left that could not see to that: it has ended, and this
// one has started it.
func CleanUp(pid int) {
	KillMarked(MarkOf(pid))
	KillOrphans()
	list, _ := filepath.Glob(filepath.Join(os.TempDir(), fmt.Sprintf(folders, pid)+"*"))
	for _, path := range list {
		_ = os.RemoveAll(path) // what is somebody else's stays
	}
}
