package child

import (
	"fmt"
	"os"
)

// Resident returns the resident memory of a process, in bytes.
func Resident(pid int) (size int64, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, false
	}
	var virtual, pages int64
	if _, err := fmt.Sscan(string(text), &virtual, &pages); err != nil {
		return 0, false
	}
	return pages * int64(os.Getpagesize()), true
}

// Volunteer makes this process the one that the kernel ends when memory runs out.
func Volunteer() { _ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) }
