package exec

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/providers"
)

// see looks at the host in /proc.
func (p *process) see() (now seen, err error) {
	pid := p.cmd.Process.Pid
	now.name, err = os.Readlink(procPath(pid, "exe"))
	if err == nil {
		now.program, err = os.Stat(procPath(pid, "exe"))
	}
	if err == nil {
		now.begun, err = stackOf(pid)
	}
	if err == nil {
		now.code, err = p.mappedBy(pid, now.program)
	}
	if err != nil {
		return now, err
	}
	started, _, err := child.StartedBy(pid)
	for _, other := range started {
		info, err := os.Stat(procPath(other, "exe"))
		if os.IsNotExist(err) || errors.Is(err, unix.ESRCH) || err == nil && os.SameFile(info, now.program) {
			continue // it is gone, or the host's own program
		}
		p.once(idOf(info), &now.code, func() (providers.CodeFile, bool) { return p.executedBy(other), true })
	}
	return now, err
}

func procPath(pid int, name string) string { return fmt.Sprintf("/proc/%d/%s", pid, name) }

// stackOf returns the start of a process's stack. The kernel chooses it anew for each program that the process
// executes. It is 0 for a process that ends: it has no memory left. Source: proc_pid_stat(5).
func stackOf(pid int) (string, error) {
	text, err := os.ReadFile(procPath(pid, "stat"))
	if err != nil {
		return "", err
	}
	const startstack = 28
	_, behind, _ := strings.Cut(string(text), ") ") // the name is the second field
	fields := strings.Fields(behind[strings.LastIndex(behind, ") ")+1:])
	if len(fields) <= startstack-3 {
		return "", fs.ErrInvalid
	}
	if fields[startstack-3] == "0" {
		return "", os.ErrProcessDone
	}
	return fields[startstack-3], nil
}

// mappedBy lists the code that a process has mapped, without its program and the kernel's mappings.
func (p *process) mappedBy(pid int, program os.FileInfo) (list []providers.CodeFile, err error) {
	maps, err := os.Open(procPath(pid, "maps"))
	if err != nil {
		return nil, err
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan() && p.tooMuch == nil; {
		if m, span := parseMapping(lines.Text()); m.path != "" {
			p.once(m, &list, func() (providers.CodeFile, bool) {
				return p.describe(m, fmt.Sprintf("%s/%s", procPath(pid, "map_files"), span), program)
			})
		}
	}
	return list, nil
}

// A mapping is a mapped file, or anonymous memory, which has no inode.
type mapping struct {
	device string
	inode  uint64
	path   string
}

// parseMapping parses a line of maps, and returns its address range. The path is empty unless it is code, and not the
// kernel's. Source: proc_pid_maps(5).
func parseMapping(line string) (m mapping, span string) {
	var from, to uint64
	var may, offset string
	n, _ := fmt.Sscanf(line, "%x-%x %s %s %s %d", &from, &to, &may, &offset, &m.device, &m.inode)
	span = fmt.Sprintf("%x-%x", from, to)
	at := strings.IndexByte(line, '/')
	switch kernels := strings.HasSuffix(line, "[vdso]") || strings.HasSuffix(line, "[vsyscall]"); {
	case n < 6 || !strings.Contains(may, "x") || m.inode == 0 && kernels:
	case m.inode == 0:
		m.path = memoryAlone
	case at >= 0:
		m.path = line[at:]
	}
	return m, span
}

// describe describes the mapped file, found by a link. is is false for the process's program.
func (p *process) describe(m mapping, link string, program os.FileInfo) (f providers.CodeFile, is bool) {
	f.Path = m.path
	if m.inode == 0 {
		return f, true
	}
	for _, way := range []string{link, m.path} {
		file, err := os.Open(way)
		if err != nil {
			continue
		}
		defer file.Close()
		info, err := file.Stat()
		if err == nil && m.isOf(file) {
			f.SHA256, f.System = p.digestOf(file), isSystem(m.path, info)
			return f, !os.SameFile(info, program)
		}
	}
	return f, m.inode != program.Sys().(*syscall.Stat_t).Ino || !strings.HasPrefix(m.path, "/memfd:")
}

// isOf reports whether a file is the mapped file: its mapping here has the same device and inode. A host may have
// mounted another file with the same inode at the path; and some file systems' stat has other numbers than maps.
func (m mapping) isOf(file *os.File) bool {
	const more = unix.PROT_READ | unix.PROT_EXEC // so that it is listed as code
	memory, err := unix.Mmap(int(file.Fd()), 0, 1, more, unix.MAP_PRIVATE)
	if err != nil {
		return false
	}
	defer func() { _ = unix.Munmap(memory) }()
	text, _ := os.ReadFile("/proc/self/maps")
	here := fmt.Sprintf("%x-", uintptr(unsafe.Pointer(&memory[0])))
	for _, line := range strings.Split(string(text), "\n") {
		mine, span := parseMapping(line)
		if strings.HasPrefix(span, here) {
			return mine.device == m.device && mine.inode == m.inode
		}
	}
	return false
}

// idOf identifies a file that is executed, or a program that does not show, which is nil.
func idOf(file os.FileInfo) (id [2]uint64) {
	if file != nil {
		of := file.Sys().(*syscall.Stat_t)
		id = [2]uint64{of.Dev, of.Ino}
	}
	return id
}

// executedBy describes what a process executes.
func (p *process) executedBy(pid int) providers.CodeFile {
	path := procPath(pid, "exe")
	f := providers.CodeFile{Path: "a program that does not show", Executed: true}
	if name, err := os.Readlink(path); err == nil {
		f.Path = name
	}
	file, err := os.Open(path)
	if err != nil {
		return f
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil {
		f.SHA256, f.System = p.digestOf(file), isSystem(f.Path, info)
	}
	return f
}

// isSystem reports whether a file is in a folder for the system's programs and libraries, and only root can change or
// replace it.
func isSystem(path string, file os.FileInfo) bool {
	inSystem := slices.ContainsFunc([]string{"/lib", "/usr/lib", "/bin", "/usr/bin", "/sbin", "/usr/sbin"},
		func(folder string) bool {
			return strings.HasPrefix(path, folder+"/") || strings.HasPrefix(folder, "/lib") &&
				strings.HasPrefix(path, folder+"64/")
		})
	if at, err := os.Stat(path); err != nil || !inSystem || !os.SameFile(at, file) {
		return false
	}
	for ; path != "/"; path = filepath.Dir(path) {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&0o022 != 0 || info.Sys().(*syscall.Stat_t).Uid != 0 {
			return false
		}
	}
	return true
}

// checkHolders fails if another program holds the connection: that program may be what answers.
func (p *process) checkHolders(program os.FileInfo) error {
	syscall.ForkLock.RLock() // a child has this process's descriptors for a moment
	defer syscall.ForkLock.RUnlock()
	folders, _ := filepath.Glob("/proc/[0-9]*") // the pattern is well formed
	for _, folder := range folders {
		if !p.heldIn(folder) {
			continue
		}
		info, err := os.Stat(filepath.Join(folder, "exe"))
		if err != nil || os.SameFile(info, program) {
			continue
		}
		name, err := os.Readlink(filepath.Join(folder, "exe"))
		if pid := filepath.Base(folder); err == nil && pid != fmt.Sprint(os.Getpid()) {
			return fmt.Errorf("%s holds its connection, too, as process %s", name, pid)
		}
	}
	return nil
}

// heldIn reports whether a process, by its folder in /proc, has a pipe of the connection or its memory.
func (p *process) heldIn(folder string) bool {
	list, _ := os.ReadDir(filepath.Join(folder, "fd")) // the process may have ended, or be another user's
	for _, one := range list {
		path := filepath.Join(folder, "fd", one.Name())
		if name, _ := os.Readlink(path); !strings.HasPrefix(name, "pipe:") && !strings.HasPrefix(name, "/memfd:") {
			continue
		}
		file, err := os.Stat(path)
		if err == nil && slices.ContainsFunc(p.given, func(f os.FileInfo) bool { return os.SameFile(f, file) }) {
			return true
		}
	}
	maps, _ := os.ReadFile(filepath.Join(folder, "maps"))
	return slices.ContainsFunc(p.given, func(f os.FileInfo) bool {
		of := f.Sys().(*syscall.Stat_t)
		return strings.Contains(string(maps), fmt.Sprintf(" %02x:%02x %d ", unix.Major(of.Dev), unix.Minor(of.Dev), of.Ino))
	})
}
