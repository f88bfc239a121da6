package exec

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// badTimes is how often each bad host is met, unless the variable says how often. 50 times take minutes.
const (
	badTimes      = 5
	timesVariable = "EXEC_TEST_TIMES"
)

// TestBadHosts meets hosts that crash, lie, flood, hang and stand still, several times in turn: each time there is
// one message, which names the host and the last call, and nothing is left behind.
func TestBadHosts(t *testing.T) {
	times, err := strconv.Atoi(cmp.Or(os.Getenv(timesVariable), strconv.Itoa(badTimes)))
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		times = 1
	}
	const died = "; the last call was IND2Provider::QueryAddressList"
	bad := map[string]string{
		"panic": " ended: exit status 2: panic: boom" + died, "kill": " ended: signal: killed" + died,
		"exit": " ended: exit status 0" + died, "cut": " ended: exit status 5" + died,
		"flood":     " ended: exit status 2: panic: the flood is over" + died,
		"positions": "a ring whose positions are impossible", "outside": "64 bytes from [0-9]+ of shared memory",
		"no such call": "which was not made; the last call was", "another object": "which is no",
		"a long reply": "goes on behind its end; the last call was",
		"memory":       "a number that is too large; the last call was",
		becomes:        " has become another program: .*/sleep" + died,
	}
	nothingLeft := holdings(t)
	t.Run("meet", func(t *testing.T) {
		for does, says := range bad {
			t.Run(does, func(t *testing.T) {
				t.Parallel()
				for range times {
					meetBad(t, does, says)
				}
			})
		}
		for _, does := range []string{"hang", "stop"} {
			t.Run(does, func(t *testing.T) {
				t.Parallel()
				for range times {
					meetSilent(t, does)
				}
			})
		}
	})
	nothingLeft()
	for _, pid := range holders(t) {
		awaitEnd(t, pid)
	}
}

// meetBad makes a client meet a host that ends, or breaks the protocol.
func meetBad(t *testing.T, does, says string) {
	t.Helper()
	c, gone := clientOf(t, does)
	text, _ := c.CombinedOutput()
	if code := c.ProcessState.ExitCode(); code != 3 {
		t.Errorf("%s: exit code %d", does, code)
	}
	lines := regexp.MustCompile(`(?m)^fatal error: .*`).FindAll(text, -1)
	if len(lines) != 1 || !bytes.Contains(lines[0], []byte("the host "+os.Args[0])) ||
		!regexp.MustCompile(says).Match(lines[0]) {
		t.Errorf("%s: it says %q, and not once %q", does, lines, says)
	}
	gone()
}

// meetSilent makes a client meet a host that does not answer, and kills the client as a run does: the host ends
// with it.
func meetSilent(t *testing.T, does string) {
	t.Helper()
	c, life := workingClient(t, does)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	conn, err := life.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err != nil { // it has been called
		t.Fatal(err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // which says that it was killed
	ends(t, conn)
}

// holders are the other processes that have clients' memory mapped; this process keeps its clients' memory.
func holders(t *testing.T) (list []int) {
	t.Helper()
	maps, err := filepath.Glob("/proc/[0-9]*/maps")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range maps {
		program, _ := os.Readlink(filepath.Join(filepath.Dir(path), "exe"))
		text, _ := os.ReadFile(path) // of a process that may have ended
		if program == os.Args[0] && strings.Contains(string(text), "/memfd:ndconform") {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			if err != nil {
				t.Fatal(err)
			}
			if pid != os.Getpid() {
				list = append(list, pid)
			}
		}
	}
	return list
}

// awaitEnd waits until a process has ended: a killed process has its memory for a moment more.
func awaitEnd(t *testing.T, pid int) {
	t.Helper()
	process, err := unix.PidfdOpen(pid, 0)
	if err != nil { // it has
		return
	}
	defer unix.Close(process)
	const limit = 10_000 // milliseconds
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(process), Events: unix.POLLIN}}, limit)
	for err == unix.EINTR {
		n, err = unix.Poll([]unix.PollFd{{Fd: int32(process), Events: unix.POLLIN}}, limit)
	}
	if n != 1 {
		t.Errorf("process %d holds the memory of a client that is gone: %v", pid, err)
	}
}
