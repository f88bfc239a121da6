package child

import (
	"fmt"
	"os"
	"path/filepath"
)

const folders = "ndconform-host-%d-"

// NewFolder makes a working directory for a host of this process. Its path tells nothing of the run.
func NewFolder() (path string, err error) {
	return os.MkdirTemp(temporary(), fmt.Sprintf(folders, os.Getpid()))
}

// temporary is the folder of temporary files, or /tmp if this process is root and other users, such as root's hosts,
// don't get there.
func temporary() string {
	folder := os.TempDir()
	if os.Geteuid() != 0 {
		return folder
	}
	for at := folder; at != filepath.Dir(at); at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && info.Mode()&0o001 == 0 {
			return "/tmp"
		}
	}
	return folder
}

// CleanUp ends and removes what the hosts of a process have left that could not see to that: it has ended, and this
// one has started it.
func CleanUp(pid int) {
	KillMarked(MarkOf(pid))
	KillOrphans()
	list, _ := filepath.Glob(filepath.Join(temporary(), fmt.Sprintf(folders, pid)+"*"))
	for _, path := range list {
		_ = os.RemoveAll(path) // what is somebody else's stays
	}
}
