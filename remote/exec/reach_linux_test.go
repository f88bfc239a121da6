package exec

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// filesVariable lists what a host tries to write to.
const filesVariable = "EXEC_TEST_FILES"

func init() { reach = reachFiles }

// reachFiles prints who the host is, and what it gets at of the files of its variable, and ends.
func reachFiles() {
	files := strings.Split(os.Getenv(filesVariable), ":")
	groups, _ := os.Getgroups()
	fmt.Printf("user %d, group %d, groups %v\n", os.Getuid(), os.Getgid(), groups)
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	for _, path := range append(files, parent+"mem", parent+"oom_score_adj") {
		if file, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			file.Close()
			fmt.Println("got at", filepath.Base(path))
		}
		if err := os.Rename(path, path+"x"); err == nil {
			_ = os.Rename(path+"x", path)
			fmt.Println("got at the folder of", filepath.Base(path))
		}
	}
	for _, path := range []string{"fd", "environ", "maps"} {
		if _, err := os.Open(parent + path); err == nil {
			fmt.Println("got at the parent's", path)
		}
	}
	if syscall.Kill(os.Getppid(), 0) == nil {
		fmt.Println("got at the parent's signals")
	}
	if unix.PtraceSeize(os.Getppid()) == nil { // which does not stop it, and ends with this process
		fmt.Println("got at the parent's registers")
	}
	os.Exit(9)
}

// TestRootsHost shows that root's host runs as another user, who gets neither at the run's files nor at the
// process that started it. A host that runs as root does.
func TestRootsHost(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can start a process as somebody else")
	}
	folder := t.TempDir()
	journal, program := filepath.Join(folder, "run.journal"), filepath.Join(folder, "program")
	for _, path := range []string{journal, program} {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for user, want := range map[string]struct{ is, gets string }{
		"":         {"user (607|60[89]|61[01])[0-9]+, group (607|60[89]|61[01])[0-9]+, groups \\[\\]", ""},
		"nobody":   {"user 65534, ", ""},
		"1":        {"user 1, ", ""},
		"root":     {"user 0, group 0", "run.journal"},
		"nosuch-1": {"option user: there is no user nosuch-1", ""},
	} {
		c, _ := clientOf(t, "reach")
		c.Env = append(slices.DeleteFunc(c.Env, func(v string) bool { return strings.HasPrefix(v, lifeVariable) }),
			filesVariable+"="+journal+":"+program, userVariable+"="+user)
		text, _ := c.CombinedOutput() // of a host that ends before the session begins
		got := regexp.MustCompile(`got at .*`).FindAllString(string(text), -1)
		if !regexp.MustCompile(want.is).Match(text) || want.gets == "" && len(got) > 0 ||
			!strings.Contains(strings.Join(got, "\n"), want.gets) {
			t.Errorf("%s: got at %q: %s", user, got, text)
		}
	}
}

// TestUserOfOthers shows that only root's host may be another user's.
func TestUserOfOthers(t *testing.T) {
	if err := refused("daemon"); err == nil {
		t.Error("another user is not refused")
	}
	if err := refused(defaultUser); err != nil {
		t.Error(err)
	}
}

func TestMapped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "uid_map")
	mapping := "         0       1000          1\n     65536     100000      65536\n"
	if err := os.WriteFile(path, []byte(mapping), 0o600); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[uint32]bool{0: true, 1: false, 65534: false, 65536: true, 131071: true, 131072: false} {
		if mapped(path, id) != want {
			t.Errorf("%d is mapped: %v", id, !want)
		}
	}
}
