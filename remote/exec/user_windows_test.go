package exec

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/windows"
)

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
		if err := become(cmd, user); err != nil {
			t.Fatal(err)
		}
		said, err := cmd.CombinedOutput()
		if line := "privileges: " + strconv.Itoa(want) + "\n"; err != nil ||
			!strings.Contains(strings.ReplaceAll(string(said), "\r", ""), line) {
			t.Errorf("user=%s, of %d privileges: %v, %s; want %s", user, all, err, said, line)
		}
	}
	if err := become(&exec.Cmd{}, "daemon"); err == nil {
		t.Error("another user's name is taken")
	}
}

// count returns how many privileges this process has but for the one that everybody has.
func count(t *testing.T) int {
	t.Helper()
	list, err := privileges(windows.GetCurrentProcessToken())
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}
