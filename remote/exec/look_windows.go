package exec

import (
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/providers"
)

// see looks at the host's list of modules. A process can't execute another program on Windows.
func (p *process) see() (now seen, err error) {
	const rights = windows.PROCESS_QUERY_INFORMATION | windows.PROCESS_VM_READ
	of, err := windows.OpenProcess(rights, false, uint32(p.cmd.Process.Pid))
	if err != nil {
		return now, err
	}
	defer func() { _ = windows.CloseHandle(of) }()
	system, err := windows.GetSystemWindowsDirectory()
	if err != nil {
		return now, err
	}
	modules, err := modulesOf(of)
	for i, module := range modules {
		path, failed := nameOf(of, module)
		if failed != nil { // it was unloaded meanwhile
			continue
		}
		if i == 0 {
			now.name = path
			now.program, err = os.Stat(path)
			continue
		}
		now.code = append(now.code, codeFile(path, system))
	}
	return now, err
}

// modulesOf lists a process's modules, its program first. Source: EnumProcessModules.
func modulesOf(process windows.Handle) ([]windows.Handle, error) {
	list := make([]windows.Handle, 64)
	for {
		room := uint32(len(list)) * uint32(unsafe.Sizeof(list[0]))
		needed := uint32(0)
		if err := windows.EnumProcessModules(process, &list[0], room, &needed); err != nil {
			return nil, err
		}
		count := int(needed / uint32(unsafe.Sizeof(list[0])))
		if needed <= room {
			return list[:count], nil
		}
		list = make([]windows.Handle, count)
	}
}

func nameOf(process, module windows.Handle) (string, error) {
	name := make([]uint16, windows.MAX_LONG_PATH)
	err := windows.GetModuleFileNameEx(process, module, &name[0], uint32(len(name)))
	return windows.UTF16ToString(name), err
}

// codeFile describes a module. Modules in Windows' folder are the system's: only administrators write there.
func codeFile(path, system string) providers.CodeFile {
	f := providers.CodeFile{Path: path}
	if file, err := os.Open(path); err == nil {
		defer file.Close()
		f.SHA256 = digestOf(file)
	}
	inside := strings.HasPrefix(strings.ToLower(path), strings.ToLower(system)+`\`)
	f.System = inside && !strings.Contains(strings.ToLower(path), `\temp\`)
	return f
}
