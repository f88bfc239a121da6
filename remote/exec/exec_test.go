//go:build unix

package exec

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/remote/host"
)

const (
	// hostVariable says what this test's binary does as a host, and clientVariable makes it a client.
	hostVariable   = "EXEC_TEST_HOST"
	clientVariable = "EXEC_TEST_CLIENT"
	// lifeVariable is where a host connects to, so that the test sees it end.
	lifeVariable = "EXEC_TEST_LIFE"
	// userVariable names the host's user.
	userVariable = "EXEC_TEST_USER"
	// pipesVariable makes a host work without shared memory.
	pipesVariable = "EXEC_TEST_PIPES"
)

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == host.Command:
		os.Exit(beHost(os.Getenv(hostVariable)))
	case os.Getenv(clientVariable) != "":
		os.Exit(beClient())
	}
	os.Exit(m.Run())
}

// beClient makes a call, and then hangs up.
func beClient() int {
	if os.Getenv(hostVariable) == siblings {
		os.Setenv(hostVariable, "")
		other, err := opened()
		if err != nil {
			fmt.Println(err)
			return 2
		}
		defer other.Close()
		os.Setenv(hostVariable, siblings)
	}
	i, err := opened()
	if err != nil {
		fmt.Println(err)
		return 2
	}
	p := i.ND2()
	size := uint32(1 << 16)
	p.QueryAddressList(&nd2.SocketAddressList{}, &size)
	if m, ok := i.(providers.Memory); ok {
		b, _ := m.Allocate(64)
		m.Free(b)
	}
	if err := i.Close(); err != nil {
		fmt.Println(err)
		return 4
	}
	return 0
}

// siblings is a host that tries to get at another host of the same client.
const siblings = "reach siblings"

func opened() (providers.Instance, error) {
	as := ""
	if user := os.Getenv(userVariable); user != "" {
		as = ",user=" + user
	}
	s, err := providers.ParseSelector("exec,path=" + os.Args[0] + as + ",provider=ref,adapters=1")
	if err != nil {
		return nil, err
	}
	return s.Open()
}

// clientOf returns a client with a host of some behavior. The host has ended when gone does.
func clientOf(t *testing.T, does string) (c *exec.Cmd, gone func()) {
	t.Helper()
	c, life := workingClient(t, does)
	return c, func() {
		conn, err := life.Accept()
		if err != nil {
			t.Fatal(err)
		}
		ends(t, conn)
	}
}

// ends waits for the end of the process at the other end.
func ends(t *testing.T, conn net.Conn) {
	t.Helper()
	defer conn.Close()
	if _, err := io.Copy(io.Discard, conn); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Error(err)
	}
}

// workingClient returns a client with a host of some behavior, and where the host connects to.
func workingClient(t *testing.T, does string) (c *exec.Cmd, life net.Listener) {
	t.Helper()
	folder, err := os.MkdirTemp("", "exec") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil { // for hosts of root's
		t.Fatal(err)
	}
	at := filepath.Join(folder, "life")
	life, err = net.Listen("unix", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { life.Close() })
	if err := os.Chmod(at, 0o777); err != nil {
		t.Fatal(err)
	}
	c = exec.Command(os.Args[0])
	does, pipes := strings.CutSuffix(does, " by pipe")
	pipesIf := pipesVariable + "="
	if pipes {
		pipesIf += "yes"
	}
	c.Env = append(os.Environ(), pipesIf, clientVariable+"=yes", hostVariable+"="+does, lifeVariable+"="+at,
		"NDCONFORM_KEY=secret")
	return c, life
}

// TestHosts shows what a client says of a failing host, and that the host is gone afterwards.
func TestHosts(t *testing.T) {
	const lost, last = 3, "; the last call was IND2Provider::QueryAddressList"
	const died = last + "\n\n\n*goroutine"
	impossible := "fatal error: what the host PATH says is impossible: "
	for does, want := range map[string]struct {
		code int
		says string
	}{
		"":                   {0, ""},
		"panic":              {lost, `fatal error: the host PATH ended: exit status 2: panic: boom` + died},
		closing:              {lost, `fatal error: the host PATH ended: exit status 2: panic: boom; the last call was `},
		"exit":               {lost, `fatal error: the host PATH ended: exit status 0` + last},
		"kill":               {lost, `fatal error: the host PATH ended: signal: killed` + last},
		"half a frame":       {lost, `fatal error: the host PATH ended: exit status 5` + last},
		"opening":            {2, `provider exec: the host PATH ended: exit status 2: panic: boom`},
		"cut":                {lost, `fatal error: the host PATH ended: exit status 5` + last},
		" by pipe":           {0, ""},
		"panic by pipe":      {lost, `fatal error: the host PATH ended: exit status 2: panic: boom` + died},
		"cut by pipe":        {lost, `fatal error: the host PATH ended: exit status 5` + last},
		"positions":          {lost, `fatal error: the host PATH ended: .*a ring whose positions are impossible.*`},
		"outside":            {lost, impossible + `64 bytes from \d+ of shared memory of \d+; the last call was Allocate`},
		"long frame by pipe": {lost, `fatal error: the host PATH ended: .*a frame of more than 8388608 bytes.*` + last},
		"hang up":            {lost, `fatal error: the host PATH ended: it closed its pipe and did not end.*` + last},
		"another release":    {2, `provider exec: the host PATH: another release: it speaks version 99 of the protocol`},
		"no such call":       {lost, impossible + `the reply to call \d+, which was not made; the last call was NewProvider`},
		"no such kind":       {lost, impossible + `an object of kind 200`},
		"another object":     {lost, impossible + `an object of kind \d+, which is no`},
		"a long reply":       {lost, impossible + `a message that goes on behind its end; the last call was NewProvider`},
		"a short reply":      {lost, impossible + `a message that ends too early; the last call was NewProvider`},
		"no such message":    {lost, impossible + `a message of kind 200; the last call was NewProvider`},
		"memory":             {lost, impossible + `a number that is too large`},
	} {
		t.Run(does, func(t *testing.T) {
			if needsMemory := does == "positions" || does == "outside" || does == "half a frame"; needsMemory && runtime.GOOS != "linux" {
				t.Skip("processes share no memory here")
			}
			c, gone := clientOf(t, does)
			text, err := c.CombinedOutput()
			if got := c.ProcessState.ExitCode(); got != want.code {
				t.Errorf("exit code %d: %v", got, err)
			}
			says := strings.ReplaceAll(want.says, "PATH", regexp.QuoteMeta(os.Args[0]))
			if !regexp.MustCompile(says).Match(text) {
				t.Errorf("it says %s\nand not %s", text, says)
			}
			gone()
		})
	}
}

// TestSilentProgram shows that a program that gives no greeting is ended.
func TestSilentProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a time limit")
	}
	c, gone := clientOf(t, "stop at once")
	text, err := c.Output()
	if err == nil || !strings.Contains(string(text), "or one of another release: it said nothing for 5s") {
		t.Errorf("%v: %s", err, text)
	}
	gone()
}

// TestClientGone shows that a stopped host ends with its client.
func TestClientGone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a process is not tied to another one here")
	}
	c, gone := clientOf(t, "stop")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for stopped := false; !stopped; {
		list, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", c.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range list {
			children, _ := os.ReadFile(path)
			for _, pid := range strings.Fields(string(children)) {
				status, _ := os.ReadFile("/proc/" + pid + "/stat")
				stopped = stopped || strings.Contains(string(status), ") T ")
			}
		}
		runtime.Gosched()
	}
	if err := c.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = c.Wait() // which says that it was killed
	gone()
}

// TestHolds shows which descriptors a host has, and that it has no variable of the suite's.
func TestHolds(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc/self/fd")
	}
	c, _ := clientOf(t, "show")
	inherited, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer inherited.Close()
	c.ExtraFiles = []*os.File{inherited} // which the client has, and the host must not
	out, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Env = slices.DeleteFunc(c.Env, func(v string) bool { return strings.HasPrefix(v, lifeVariable) })
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var has []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		has = append(has, lines.Text())
	}
	_ = c.Wait()
	want := []string{
		"descriptor 0: /dev/null", "descriptor 1: pipe:", "descriptor 2: pipe:", "descriptor 3: pipe:", "descriptor 4: pipe:",
		"descriptor 5: /memfd:ndconform (deleted)",
	}
	if !slices.Equal(has, want) {
		t.Errorf("it has\n%s\nand not\n%s", strings.Join(has, "\n"), strings.Join(want, "\n"))
	}
}

// TestBadPrograms shows that a program that is no host is refused in one line.
func TestBadPrograms(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("hello\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{
		"missing": "option path: ", t.TempDir(): "is not a regular file", text: "exec format error",
		"/bin/true": "not a program that is built on ndconform's command, or one of another release: exit status 0",
	} {
		s, err := providers.ParseSelector("exec,path=" + path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Open()
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, and not one line that says %q", path, err, says)
		}
	}
}
