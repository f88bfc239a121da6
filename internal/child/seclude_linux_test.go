package child

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const (
	roleVariable = "NDCONFORM_CHILD_ROLE"
	nobody       = 65534
)

// TestSeclude shows that a process of the same user gets at nothing of a secluded process, which
// can still start its program as a child.
func TestSeclude(t *testing.T) {
	switch role := os.Getenv(roleVariable); role {
	case "intruder":
		intrude()
		return
	case "secluded", "open":
		if role == "secluded" {
			Seclude()
		}
		c := ofRole("/proc/self/exe", "intruder")
		c.Stdout = os.Stdout
		err := c.Run()
		if err != nil {
			fmt.Println("no child:", err)
		}
		return
	}
	program := copied(t)
	for _, role := range []string{"open", "secluded"} {
		c := ofRole(program, role)
		c.Dir = "/"
		if os.Getuid() == 0 {
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		said, err := c.Output()
		if err != nil || strings.Contains(string(said), "no child") {
			t.Fatalf("%s: %s, %v", role, said, err)
		}
		got := strings.Count(string(said), "got at")
		if role == "open" && got < 2 {
			t.Skipf("this system keeps processes apart by itself: %s", said)
		}
		if role == "secluded" && got > 0 {
			t.Errorf("%s: %s", role, said)
		}
	}
}

// copied returns the path of a copy of the test binary that every user may run.
func copied(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "seclude") // that of the test is not everybody's
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	path := filepath.Join(folder, "program")
	for _, make := range []func() error{
		func() error { return os.WriteFile(path, text, 0o700) },
		func() error { return os.Chmod(path, 0o755) },
		func() error { return os.Chmod(folder, 0o755) },
	} {
		if err := make(); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func ofRole(program, role string) *exec.Cmd {
	c := exec.Command(program, "-test.run=^TestSeclude$")
	c.Env = append(os.Environ(), roleVariable+"="+role)
	return c
}

// intrude lists what this process gets at of its parent.
func intrude() {
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	memory, err := os.OpenFile(parent+"mem", os.O_RDWR, 0)
	if err == nil {
		memory.Close()
		fmt.Println("got at the memory")
	}
	_, err = os.ReadDir(parent + "fd")
	if err == nil {
		fmt.Println("got at the descriptors")
	}
}
