package exec

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/providers"
)

// see asks Windows for what the host executes, has mapped and has started: a host can change its own list of modules.
// A process can't execute another program on Windows.
func (p *process) see() (now seen, err error) {
	const rights = windows.PROCESS_QUERY_INFORMATION | windows.PROCESS_VM_READ
	of, err := windows.OpenProcess(rights, false, uint32(p.cmd.Process.Pid))
	if err != nil {
		return now, err
	}
	defer func() { _ = windows.CloseHandle(of) }()
	now.name, err = imageOf(of)
	if err == nil {
		now.program, err = os.Stat(now.name)
	}
	if err != nil {
		return now, err
	}
	p.mappedBy(of, &now)
	return now, p.startedBy(p.cmd.Process.Pid, &now)
}

// checkHolders finds nothing here: a program that was given the connection was started, and is listed as such.
func (p *process) checkHolders(os.FileInfo) error { return nil }

// imageOf returns the path of a process's program.
func imageOf(process windows.Handle) (string, error) {
	name := make([]uint16, windows.MAX_LONG_PATH)
	size := uint32(len(name))
	err := windows.QueryFullProcessImageName(process, 0, &name[0], &size)
	return windows.UTF16ToString(name[:size]), err
}

// mappedBy lists the code that a process has mapped, without its program.
func (p *process) mappedBy(process windows.Handle, now *seen) {
	const code = windows.PAGE_EXECUTE | windows.PAGE_EXECUTE_READ | windows.PAGE_EXECUTE_READWRITE |
		windows.PAGE_EXECUTE_WRITECOPY
	var m windows.MemoryBasicInformation // it fails behind the last region
	for windows.VirtualQueryEx(process, m.BaseAddress+m.RegionSize, &m, unsafe.Sizeof(m)) == nil {
		if m.State == windows.MEM_COMMIT && m.Protect&code != 0 && p.tooMuch == nil {
			path := mappedFile(process, m.BaseAddress)
			p.once(path, &now.code, func() (providers.CodeFile, bool) {
				return p.describe(path, now.program)
			})
		}
	}
}

var getMappedFileName = windows.NewLazySystemDLL("kernel32.dll").NewProc("K32GetMappedFileNameW")

// mappedFile returns a path that opens the file mapped at an address, or nothing if there is none. Source:
// GetMappedFileName, which names the file by its device.
func mappedFile(process windows.Handle, at uintptr) string {
	text := make([]uint16, windows.MAX_LONG_PATH)
	n, _, _ := getMappedFileName.Call(uintptr(process), at, uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)))
	if n == 0 {
		return ""
	}
	name := windows.UTF16ToString(text[:n])
	if path, ok := strings.CutPrefix(name, `\??\`); ok { // Wine names its drive
		return path
	}
	return `\\?\GLOBALROOT` + name
}

// startedBy lists what a process has started. Windows itself starts conhost for a program without a console. What a
// process without a job has started can't be told, so that it counts as if it had.
func (p *process) startedBy(pid int, now *seen) error {
	living, ended, err := child.StartedBy(pid)
	if errors.Is(err, child.ErrNoJob) {
		now.code = append(now.code, providers.CodeFile{Path: "a program that does not show without a job", Executed: true})
		return nil
	}
	if ended > 0 {
		now.code = append(now.code, providers.CodeFile{Path: "a program that has ended", Executed: true})
	}
	for _, other := range living {
		path := executedBy(other)
		p.once(execution(path), &now.code, func() (providers.CodeFile, bool) {
			f, is := p.describe(path, now.program)
			f.Executed = true
			console := f.System && strings.EqualFold(filepath.Base(f.Path), "conhost.exe")
			return f, is && !console
		})
	}
	return err
}

// An execution is the path of a program that the host has started.
type execution string

// executedBy returns the path of a process's program.
func executedBy(pid int) string {
	of, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return "a program that does not show"
	}
	defer func() { _ = windows.CloseHandle(of) }()
	path, err := imageOf(of)
	if err != nil {
		return "a program that does not show"
	}
	return path
}

// describe describes a file of code. Files in Windows' folder are the system's: only administrators write there. is is
// false for the process's program.
func (p *process) describe(path string, program fs.FileInfo) (f providers.CodeFile, is bool) {
	f.Path = path
	if path == "" {
		f.Path = memoryAlone
		return f, true
	}
	file, err := os.Open(path)
	if err != nil {
		return f, true
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && os.SameFile(info, program) {
		return f, false
	}
	f.Path, f.SHA256 = finalPath(file, path), p.digestOf(file)
	system, err := windows.GetSystemWindowsDirectory()
	inside := err == nil && strings.HasPrefix(strings.ToLower(f.Path), strings.ToLower(system)+`\`)
	f.System = inside && !strings.Contains(strings.ToLower(f.Path), `\temp\`)
	return f, true
}

// finalPath returns an open file's path with its drive, if it has one.
func finalPath(file *os.File, path string) string {
	name := make([]uint16, windows.MAX_LONG_PATH)
	n, err := windows.GetFinalPathNameByHandle(windows.Handle(file.Fd()), &name[0], uint32(len(name)), 0)
	if err != nil || int(n) > len(name) {
		return path
	}
	return strings.TrimPrefix(windows.UTF16ToString(name[:n]), `\\?\`)
}
