package child

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSeal shows that the sealed program is started, whatever becomes of its path and its bytes, and that nobody
// can write to the copy.
func TestSeal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	text, err := os.ReadFile("/bin/true")
	if err == nil {
		err = os.WriteFile(path, text, 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, seal := range map[string]func(string) (*Program, error){"sealed": Seal, "private": privateCopy} {
		t.Run(name, func(t *testing.T) { starts(t, path, text, seal) })
	}
}

func starts(t *testing.T, path string, text []byte, seal func(string) (*Program, error)) {
	t.Helper()
	program, err := seal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	before, err := program.SHA256()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/false\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.WriteFile(path, text, 0o700) }() // for the next one
	executable, release, err := program.Executable()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	// However many files the child inherits, none takes the place of the program.
	for files := range 2 * int(program.Fd()) {
		c := exec.Command(executable)
		c.Args[0] = "true"
		for range files {
			c.ExtraFiles = append(c.ExtraFiles, os.Stdin)
		}
		if err := c.Run(); err != nil {
			t.Errorf("with %d files: %v", files, err)
		}
	}
	if after, err := program.SHA256(); after != before || err != nil {
		t.Errorf("the digest was %s, and is %s: %v", before, after, err)
	}
}

// TestSealRefusesTooLarge shows that no file fills the memory.
func TestSealRefusesTooLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large")
	if err := errors.Join(os.WriteFile(path, nil, 0o700), os.Truncate(path, programMost+1)); err != nil {
		t.Fatal(err)
	}
	if _, err := Seal(path); err == nil || !strings.Contains(err.Error(), "is larger than 1024 MiB") {
		t.Errorf("it is sealed: %v", err)
	}
}

// TestSealsHold shows that not even root writes to a sealed program.
func TestSealsHold(t *testing.T) {
	program, err := Seal("/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	again, err := os.OpenFile(descriptorPath(int(program.Fd())), os.O_RDWR, 0)
	if err != nil { // another user's
		t.Skip(err)
	}
	defer again.Close()
	if _, err := again.WriteAt([]byte{0}, 0); !errors.Is(err, unix.EPERM) {
		t.Errorf("it can be written to: %v", err)
	}
	if _, err := unix.Mmap(int(again.Fd()), 0, 1, unix.PROT_WRITE, unix.MAP_SHARED); !errors.Is(err, unix.EPERM) {
		t.Errorf("it can be mapped for writing: %v", err)
	}
	if err := again.Truncate(0); !errors.Is(err, unix.EPERM) {
		t.Errorf("it can be cut: %v", err)
	}
}

// TestAddSealsWaits has a pipe hold a page of the copy, as the kernel may under load.
func TestAddSealsWaits(t *testing.T) {
	file, err := memoryFile("copy")
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	if _, err := file.Write(make([]byte, os.Getpagesize())); err != nil {
		t.Fatal(err)
	}
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	begin := int64(0)
	if _, err := unix.Splice(int(file.Fd()), &begin, int(in.Fd()), nil, os.Getpagesize(), 0); err != nil {
		t.Fatal(err)
	}
	tries := 0
	err = whileBusy(func() error {
		if tries++; tries == 2 { // which lets go of the page
			in.Close()
			out.Close()
		}
		_, err := unix.FcntlInt(file.Fd(), unix.F_ADD_SEALS, seals)
		return err
	})
	if err != nil || tries != 2 {
		t.Errorf("sealed in %d tries: %v; want 2", tries, err)
	}
}
