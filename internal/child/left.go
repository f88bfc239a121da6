package child

import (
	"fmt"
	"os"
	"path/filepath"
)

const folders = "ndconform-host-%d-"

// NewFolder makes a working directory for a host of this process. Its path shows nothing of the run.
func NewFolder() (path string, err error) {
	return os.MkdirTemp(temporary(), fmt.Sprintf(folders, os.Getpid()))
}

// temporary is the folder of temporary files, or /tmp if this process is root and other users, such as root's hosts,
// can't enter it.
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

// CleanUp kills and removes what the hosts of an ended child of this process have left.
func CleanUp(pid int) {
	KillMarked(MarkOf(pid))
	KillOrphans()
	list, _ := filepath.Glob(filepath.Join(temporary(), fmt.Sprintf(folders, pid)+"*"))
	for _, path := range list {
		_ = os.RemoveAll(path) // others' files stay
	}
}
