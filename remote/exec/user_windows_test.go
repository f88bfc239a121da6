package exec

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/remote/host"
)

// TestMain is a host, if it is started as one: it does what a variable says, greets, and ends when it is told to, or at
// once if there is no such variable.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != host.Command {
		os.Exit(m.Run())
	}
	does, stays := os.LookupEnv(doesVariable)
	if act := acts[does]; act != nil {
		if err := act(); err != nil {
			panic(err)
		}
	}
	_, list, _ := strings.Cut(os.Args[len(os.Args)-1], "=")
	var files []*os.File
	for text := range strings.SplitSeq(list, ",") {
		handle, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			panic(err)
		}
		files = append(files, child.Inherited(uintptr(handle)))
	}
	conn, err := new(host.Config).Greet(files)
	if err != nil {
		panic(err)
	}
	for stays && err == nil {
		_, err = conn.Receive()
	}
}

// TestAHostSharesMemory shows that calls of a host need no pipe.
func TestAHostSharesMemory(t *testing.T) {
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
	if p.turns == nil {
		t.Error("all goes through the pipes")
	}
	<-p.ended
	p.close()
}

const countVariable = "EXEC_TEST_COUNTS_PRIVILEGES"

// TestAHostHasNoPrivileges has this test's own program say how many privileges it has.
func TestAHostHasNoPrivileges(t *testing.T) {
	if os.Getenv(countVariable) != "" {
		os.Stdout.WriteString("privileges: " + strconv.Itoa(count(t)) + "\n")
		return
	}
	all := count(t)
	for user, want := range map[string]int{defaultUser: 0, sameUser: all} {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		cmd.Env = append(os.Environ(), countVariable+"=1")
		cmd.SysProcAttr = &syscall.SysProcAttr{}
		if _, _, err := become(cmd, user); err != nil {
			t.Fatal(err)
		}
		said, err := cmd.CombinedOutput()
		if line := "privileges: " + strconv.Itoa(want) + "\n"; err != nil ||
			!strings.Contains(strings.ReplaceAll(string(said), "\r", ""), line) {
			t.Errorf("user=%s, of %d privileges: %v, %s; want %s", user, all, err, said, line)
		}
	}
	if _, _, err := become(&exec.Cmd{SysProcAttr: &syscall.SysProcAttr{}}, "daemon"); err == nil {
		t.Error("another user's name is taken")
	}
}

// count returns how many privileges this process has beside everybody's.
func count(t *testing.T) int {
	t.Helper()
	list, err := privileges(windows.GetCurrentProcessToken())
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}
