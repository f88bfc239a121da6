package child

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
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

// Taken returns the memory of a process from [Start] and what it has started, in bytes: resident memory, and open files
// in memory, mapped or not. Shared memory counts once in each process.
func Taken(pid int) (size int64, ok bool) {
	size, ok = takenBy(pid)
	for _, other := range append(Descendants(pid), orphansOf(pid)...) {
		more, _ := takenBy(other)
		size += more
	}
	return size, ok
}

func takenBy(pid int) (size int64, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	kilobytes := map[string]int64{}
	for line := range strings.Lines(string(text)) {
		var name string
		var n int64
		if count, _ := fmt.Sscanf(line, "%s %d kB", &name, &n); count == 2 {
			kilobytes[name] = n
		}
	}
	mapped := kilobytes["RssShmem:"] << 10 // open files in memory may be a part of it
	return kilobytes["VmRSS:"]<<10 - mapped + max(mapped, openInMemory(pid)), true
}

// openInMemory returns the size of a process's open files in memory: from memfd_create, and on a tmpfs.
func openInMemory(pid int) (size int64) {
	folder := fmt.Sprintf("/proc/%d/fd", pid)
	list, _ := os.ReadDir(folder) // the process may have ended
	known := map[uint64]bool{}
	for _, one := range list {
		path := filepath.Join(folder, one.Name())
		name, _ := os.Readlink(path)
		var file unix.Stat_t
		if !strings.HasPrefix(name, "/") || unix.Stat(path, &file) != nil || file.Mode&unix.S_IFMT != unix.S_IFREG {
			continue
		}
		var of unix.Statfs_t
		inMemory := strings.HasPrefix(name, "/memfd:") ||
			unix.Statfs(path, &of) == nil && (of.Type == unix.TMPFS_MAGIC || of.Type == unix.HUGETLBFS_MAGIC)
		if inMemory && !known[file.Ino] {
			known[file.Ino] = true
			size += file.Blocks * blockSize
		}
	}
	return size
}

// blockSize is the unit of st_blocks. Source: stat(3type).
const blockSize = 512

// Volunteer makes this process the first that the kernel kills when memory runs out.
func Volunteer() { _ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) }
