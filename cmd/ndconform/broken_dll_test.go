package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

var windowsProgram = flag.String("windows", "", "open broken DLLs with this ndconform.exe")

// compiler builds DLLs for Windows.
const compiler = "x86_64-w64-mingw32-gcc"

// dlls builds testdata/bad.c in each way that it can be broken.
type dlls struct {
	*testing.T
	folder string
}

func (d dlls) build(name string, more ...string) string {
	d.Helper()
	path := filepath.Join(d.folder, strings.ToLower(name)+".dll")
	flags := []string{"-shared", "-O1", "-w", "-DBAD=" + name, "-DIS_" + name, "-o", path, "testdata/bad.c"}
	d.run(compiler, append(flags, more...)...)
	return path
}

func (d dlls) run(name string, args ...string) {
	d.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		d.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

func (d dlls) write(name string, data []byte) string {
	d.Helper()
	path := filepath.Join(d.folder, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		d.Fatal(err)
	}
	return path
}

// altered writes a DLL with something else in it.
func (d dlls) altered(name string, change func(dll []byte) []byte) string {
	d.Helper()
	whole, err := os.ReadFile(d.build("WHOLE"))
	if err != nil {
		d.Fatal(err)
	}
	return d.write(name, change(whole))
}

// forMachine changes the processor that a DLL is for.
func forMachine(machine uint16) func([]byte) []byte {
	return func(dll []byte) []byte {
		at := binary.LittleEndian.Uint32(dll[0x3c:]) + 4
		binary.LittleEndian.PutUint16(dll[at:], machine)
		return dll
	}
}

// needing builds the DLL so that it needs gone.dll, which is nowhere.
func (d dlls) needing(name, option string) string {
	definitions := d.write("gone.def", []byte("LIBRARY gone.dll\nEXPORTS\ngone\n"))
	library := filepath.Join(d.folder, name+".a")
	tool := "x86_64-w64-mingw32-dlltool"
	if _, err := exec.LookPath(tool); err != nil {
		tool = "dlltool" // as mingw for Windows calls it
	}
	d.run(tool, "-d", definitions, option, library)
	return d.build(name, library)
}

// saidAtLast is what a program has said when it ran for the last time: scripts/wine-run runs it once more when Wine
// breaks down beside it.
func saidAtLast(text string) string {
	const again = "wine-run: Wine broke down; once more\n"
	if at := strings.LastIndex(text, again); at >= 0 {
		return text[at+len(again):]
	}
	return text
}

// underWine runs a program for Windows.
func underWine(program string, args ...string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.Command(program, args...)
	}
	return exec.Command("../../scripts/wine-run", append([]string{program}, args...)...)
}

// TestBrokenDLLs shows that opening a DLL that is broken is one line that says what is wrong, and
// exit code 2.
func TestBrokenDLLs(t *testing.T) {
	program, err := filepath.Abs(*windowsProgram)
	if *windowsProgram == "" || err != nil {
		t.Skip("make test-windows runs it, with -windows")
	}
	d := dlls{t, t.TempDir()}
	folder := filepath.Join(d.folder, "folder.dll")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	hangs := map[string]bool{"METHOD_HANGS": true, "MAIN_HANGS": true, "CLASS_HANGS": true}
	for _, c := range []struct{ name, path, want string }{
		{"NULL_OBJECT", "", `DllGetClassObject returned no IND2Provider, .*E_NOINTERFACE`},
		{
			"NULL_VTABLE", "",
			`IND2Provider: the object at 0x[0-9a-f]+ has its vtable at 0x0, where method 0 of 6 can't be read`,
		},
		{"SHORT_VTABLE", "", `IND2Provider: the object at 0x[0-9a-f]+ has no method 4 of 6: NULL is in its vtable at 0x`},
		{"NULL_METHOD", "", `IND2Provider: the object at 0x[0-9a-f]+ has no method 3 of 6: NULL is in its vtable at 0x`},
		{"JUNK_POINTER", "", `IND2Provider: the object at 0x123456789abc can't be read`},
		{
			"JUNK_METHOD", "",
			`IND2Provider: .* has no method 3 of 6: its vtable at 0x[0-9a-f]+ has 0x[0-9a-f]+, where there is no code`,
		},
		{"GARBAGE", "", `IND2Provider::QueryAddressList.* 0x1BADF00D`},
		{"NULL_ADAPTER", "", `IND2Provider::OpenAdapter returned ND_SUCCESS and no IND2Adapter`},
		{"METHOD_CRASHES", "", `IND2Provider::QueryAddressList crashed: STATUS_ACCESS_VIOLATION \(0xc0000005\)`},
		{"METHOD_HANGS", "", `IND2Provider::QueryAddressList has not returned within 15s`},
		{"MAIN_CRASHES", "", `its DllMain.* crashed`},
		{"MAIN_HANGS", "", `its DllMain, by which it is loading, has not returned within 15s`},
		{"MAIN_EXITS", "", `its DllMain, by which it is loading, ended the process: exit status 3`},
		{"MAIN_THROWS", "", `its DllMain (raised exception 0xe06d7363, which is C\+\+'s|.*crashed: a C\+\+ exception)`},
		{"MAIN_FAILS", "", `its DllMain returned FALSE.*; it last printed "bad.dll: the driver is of another release"`},
		{"NO_CLASS_OBJECT", "", `is not an ND2 provider: it does not export DllGetClassObject`},
		{"CLASS_FAILS", "", `ND_DEVICE_NOT_READY; it last printed "bad.dll: no adapter has a link"`},
		{"CLASS_HANGS", "", `DllGetClassObject has not returned within 15s`},
		{
			"IMPORTS", d.needing("IMPORTS", "-l"),
			`it needs gone.dll, which is neither beside it nor in the system's directory: copy it there`,
		},
		{
			"DELAYED", d.needing("DELAYED", "-y"),
			`DllGetClassObject crashed: a DLL that it loads when it first calls it is missing \(0xc06d007e\)`,
		},
		{
			"32-bit", d.altered("x86.dll", forMachine(pe.IMAGE_FILE_MACHINE_I386)),
			`it is for 32-bit x86, and this program for x64: build the DLL for x64`,
		},
		{
			"ARM64", d.altered("arm64.dll", forMachine(pe.IMAGE_FILE_MACHINE_ARM64)),
			`it is for ARM64, and this program for x64: build the DLL for x64`,
		},
		{
			"truncated", d.altered("cut.dll", func(dll []byte) []byte { return dll[:len(dll)/8] }),
			`the file is damaged \(.*: build or copy it again`,
		},
		{
			"header only", d.altered("head.dll", func(dll []byte) []byte { return dll[:70] }),
			`the file is damaged \(.*: build or copy it again`,
		},
		{
			"text", d.write("text.dll", []byte("#!/bin/sh\nexit\n")),
			`it is no DLL, since it begins with "#!/bin/sh\\nexit\\n" and not with "MZ"`,
		},
		{"empty", d.write("empty.dll", nil), `the file is empty: build or copy it again`},
		{"folder", folder, `it is a folder: name the provider's DLL in it`},
		{"program", program, `it is a program and no DLL: name the provider's DLL`},
		{"nothing", filepath.Join(d.folder, "none.dll"), `there is no such file`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.path == "" {
				c.path = d.build(c.name)
			}
			cmd := underWine(program, "--provider=dll,path="+c.path, "--quiet")
			var said, printed bytes.Buffer
			cmd.Stderr, cmd.Stdout = &said, &printed
			began := time.Now()
			err := cmd.Run()
			t.Logf("%v: %s", time.Since(began).Round(time.Millisecond), &said)
			exit := (*exec.ExitError)(nil)
			if !errors.As(err, &exit) || exit.ExitCode() != 2 {
				t.Errorf("it ends with %v", err)
			}
			line, more, _ := strings.Cut(saidAtLast(said.String()), "\n")
			if more != "" || printed.Len() > 0 || !regexp.MustCompile(c.want).MatchString(line) ||
				strings.Contains(line, "goroutine") {
				t.Errorf("want one line that matches %q; it says\n%s%s", c.want, &said, &printed)
			}
			if !strings.Contains(line, filepath.Base(c.path)) {
				t.Errorf("the DLL is not named: %s", line)
			}
			if hangs[c.name] != strings.Contains(line, "has not returned") {
				t.Errorf("a time limit is met: %s", line)
			}
		})
	}
}
