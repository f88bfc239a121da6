package exec

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/providers"
)

// doesVariable says what a host of these tests does, and otherVariable names a file to map.
const (
	doesVariable  = "EXEC_TEST_DOES"
	otherVariable = "EXEC_TEST_OTHER"
)

var acts = map[string]func() error{
	"map memory": func() error {
		_, err := windows.VirtualAlloc(0, 4096, windows.MEM_COMMIT|windows.MEM_RESERVE, windows.PAGE_EXECUTE_READ)
		return err
	},
	"map a file": func() error {
		file, err := os.Open(os.Getenv(otherVariable))
		if err != nil {
			return err
		}
		section, err := windows.CreateFileMapping(windows.Handle(file.Fd()), nil, windows.PAGE_EXECUTE_READ, 0, 0, nil)
		if err != nil {
			return err
		}
		_, err = windows.MapViewOfFile(section, windows.FILE_MAP_READ|windows.FILE_MAP_EXECUTE, 0, 0, 0)
		return err
	},
	"start a program":           func() error { return shell("pause").Start() },
	"start a program that ends": func() error { return shell("exit").Run() },
}

func shell(does string) *exec.Cmd {
	c := exec.Command("cmd", "/c", does)
	r, _, err := os.Pipe() // so that it waits
	if err != nil {
		panic(err)
	}
	c.Stdin = r
	return c
}

// TestCodeOfAHost shows what is told of the code that a host has beside its program, whatever its list of modules says.
func TestCodeOfAHost(t *testing.T) {
	folder, err := os.MkdirTemp("", "other") // Wine can't remove a test's own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	other := filepath.Join(folder, "other.dll")
	if err := os.WriteFile(other, []byte("code"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv(otherVariable, other)
	for does, want := range map[string]providers.CodeFile{
		"":                          {},
		"map memory":                {Path: memoryAlone},
		"map a file":                {Path: "other.dll"},
		"start a program":           {Path: "cmd.exe", Executed: true, System: true},
		"start a program that ends": {Path: "a program that has ended", Executed: true},
	} {
		t.Setenv(doesVariable, does)
		code := codeOf(t)
		is := slices.ContainsFunc(code, func(f providers.CodeFile) bool {
			return filepath.Base(f.Path) == want.Path && f.Executed == want.Executed && f.System == want.System
		})
		strange := slices.ContainsFunc(code, func(f providers.CodeFile) bool {
			return f.Executed || !f.System && !strings.Contains(f.Path, `\wine\`) // where a new Wine prefix has its DLLs
		})
		if honest := does == ""; !is && !honest || honest && strange {
			t.Errorf("%q: %+v", does, code)
		}
		if !slices.ContainsFunc(code, func(f providers.CodeFile) bool {
			return f.System && f.SHA256 != "" && strings.EqualFold(filepath.Base(f.Path), "ntdll.dll")
		}) {
			t.Errorf("%q: without ntdll.dll: %+v", does, code)
		}
	}
}

// TestAHostWithoutAJob shows that a host can be looked at that has no job, as this process, and that it may have started
// anything.
func TestAHostWithoutAJob(t *testing.T) {
	var now seen
	err := (&process{}).startedBy(os.Getpid(), &now)
	if err != nil || len(now.code) != 1 || !now.code[0].Executed || !strings.Contains(now.code[0].Path, "without a job") {
		t.Errorf("%+v, %v", now.code, err)
	}
}

// codeOf starts a host, and looks at it.
func codeOf(t *testing.T) []providers.CodeFile {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := child.Seal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	p, err := start(path, program, defaultUser, "ref")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = p.end(nil) }()
	if err := p.look(); err != nil {
		t.Fatal(err)
	}
	return p.code
}
