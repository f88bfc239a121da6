package exec

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/host"
)

// otherVariable names another program than the host's, or a file to map.
const otherVariable = "EXEC_TEST_OTHER"

func init() {
	tricks["become another program"] = func() {
		bequeath(true)
		panic(syscall.Exec(os.Getenv(otherVariable), os.Args, os.Environ()))
	}
	tricks["have another program answer"] = func() {
		bequeath(true)
		pid, err := syscall.ForkExec(os.Getenv(otherVariable), os.Args, &syscall.ProcAttr{
			Env: os.Environ(), Files: []uintptr{0, 1, 2, 3, 4, 5},
		})
		if err == nil {
			_, err = syscall.Wait4(pid, nil, 0, nil)
		}
		panic(err)
	}
	tricks["start a program"] = func() {
		bequeath(false)
		if err := exec.Command("sleep", "1000").Start(); err != nil {
			panic(err)
		}
	}
	tricks["start a sister"] = func() { // whose parent is the client
		bequeath(false)
		c := exec.Command("sleep", "1000")
		c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_PARENT, Setsid: true}
		if err := c.Start(); err != nil {
			panic(err)
		}
	}
	tricks["hide"] = child.Seclude
	tricks["map a file"] = func() {
		file, err := os.Open(os.Getenv(otherVariable))
		if err == nil {
			_, err = unix.Mmap(int(file.Fd()), 0, 4096, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE)
		}
		if err != nil {
			panic(err)
		}
	}
	tricks["map memory"] = func() {
		const all = unix.PROT_READ | unix.PROT_WRITE | unix.PROT_EXEC
		if _, err := unix.Mmap(-1, 0, 4096, all, unix.MAP_PRIVATE|unix.MAP_ANON); err != nil {
			panic(err)
		}
	}
	tricks["leave a daemon without marks"] = func() {
		bequeath(false)
		c := leavesDaemon()
		c.Env = []string{"PATH=" + os.Getenv("PATH")}
		if err := c.Run(); err != nil {
			panic(err)
		}
	}
	tricks["map a large file"] = func() {
		file, err := os.Create("large")
		if err == nil {
			err = file.Truncate(mostBytes + 1)
		}
		if err == nil {
			_, err = unix.Mmap(int(file.Fd()), 0, 4096, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE)
		}
		if err != nil {
			panic(err)
		}
	}
	tricks["map many files"] = func() {
		for range mostFiles + 1 {
			fd, err := unix.MemfdCreate("one", 0)
			if err == nil {
				_, err = unix.Mmap(fd, 0, 4096, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE)
			}
			if err != nil {
				panic(err)
			}
			unix.Close(fd)
		}
	}
	acts[helper] = haveHelper
	acts[becomes] = func() {
		bequeath(true)
		path, err := exec.LookPath("sleep")
		if err == nil {
			err = syscall.Exec(path, []string{"sleep", "1000"}, os.Environ())
		}
		panic(err)
	}
	tricks[siblings] = reachSiblings
}

// becomes is a host that becomes another program in a call, which never returns.
const becomes = "become"

// helper is a host that starts another program in a call, and ends it in the next one.
const helper = "have a helper"

var helping *exec.Cmd

func haveHelper() {
	if helping != nil {
		_ = helping.Process.Kill()
		_ = helping.Wait()
		return
	}
	helping = exec.Command("sleep", "1000")
	if err := helping.Start(); err != nil {
		panic(err)
	}
}

// TestGlances shows that a program is noted that a host has started after the first look, and that has ended before
// the last one.
func TestGlances(t *testing.T) {
	t.Setenv(hostVariable, helper)
	i, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	p, size := i.ND2(), uint32(1<<16)
	executed := func() bool {
		return slices.ContainsFunc(i.(providers.Apart).Code(), func(f providers.CodeFile) bool {
			return f.Executed && strings.HasSuffix(f.Path, "sleep") && f.SHA256 != ""
		})
	}
	if executed() {
		t.Error("it is there before the call")
	}
	p.QueryAddressList(&nd2.SocketAddressList{}, &size)
	if never := func() <-chan struct{} { return nil }; !timeout.Until(100*glanceMost, never, executed) {
		t.Errorf("nothing is noted: %+v", i.(providers.Apart).Code())
	}
	p.QueryAddressList(&nd2.SocketAddressList{}, &size)
	if err := i.Close(); err != nil || !executed() {
		t.Errorf("%v; in the end it is gone", err)
	}
}

// TestLookAtTheEnd shows that a process that has ended, and that nobody has waited for, does not look as if it had
// executed another program.
func TestLookAtTheEnd(t *testing.T) {
	c := exec.Command("true")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Waitid(unix.P_PID, c.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil); err != nil {
		t.Fatal(err)
	}
	if stack, err := stackOf(c.Process.Pid); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("a stack at %s, %v", stack, err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

// TestTooMuchCode shows that a host with more code than can be digested is refused.
func TestTooMuchCode(t *testing.T) {
	for _, does := range []string{"map a large file", "map many files"} {
		t.Setenv(hostVariable, does)
		if _, err := opened(); !errors.Is(err, errTooMuch) {
			t.Errorf("%s: %v", does, err)
		}
	}
}

// bequeath lets a program that this one executes inherit the connection, as a good host, or keeps it back.
func bequeath(lets bool) {
	flag := unix.FD_CLOEXEC
	if lets {
		flag = 0
		os.Setenv(hostVariable, "")
	}
	for fd := 3; fd < 6; fd++ {
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETFD, flag)
	}
}

// reachSiblings says which other hosts it gets at, and how, and ends.
func reachSiblings() {
	found, got := 0, []string{}
	list, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range list {
		text, _ := os.ReadFile(folder + "/cmdline")
		pid := 0
		_, _ = fmt.Sscan(filepath.Base(folder), &pid)
		if !strings.Contains(string(text), "\x00"+host.Command+"\x00") || pid == os.Getpid() {
			continue
		}
		found++
		if file, err := os.OpenFile(folder+"/mem", os.O_RDWR, 0); err == nil {
			file.Close()
			got = append(got, "memory")
		}
		if unix.PtraceSeize(pid) == nil {
			got = append(got, "registers")
		}
		if syscall.Kill(pid, 0) == nil {
			got = append(got, "signals")
		}
	}
	fmt.Printf("of %d siblings it got at %q\n", min(found, 1), got)
	os.Exit(9)
}

// copied returns another file with this program.
func copied(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "other") // a test's own is closed to others
	if err == nil {
		err = os.Chmod(folder, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	path := filepath.Join(folder, "other")
	if out, err := exec.Command("cp", os.Args[0], path).CombinedOutput(); err != nil { // nobody else has it open then
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// TestOtherPrograms shows that a host that executes another program, or lets another program answer, is refused, and
// that both are named.
func TestOtherPrograms(t *testing.T) {
	other := copied(t)
	t.Setenv(otherVariable, other)
	for does, says := range map[string]string{
		"become another program":      "the host " + os.Args[0] + " has become another program: " + other,
		"have another program answer": other + " holds its connection, too",
	} {
		t.Setenv(hostVariable, does)
		_, err := opened()
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, and not %s", does, err, says)
		}
	}
}

// TestCode shows what is told of the code that a host has beside its program.
func TestCode(t *testing.T) {
	other := copied(t)
	t.Setenv(otherVariable, other)
	text, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	for does, want := range map[string]providers.CodeFile{
		"":                {},
		"map a file":      {Path: other, SHA256: hex.EncodeToString(sum[:])},
		"map memory":      {Path: memoryAlone},
		"start a program": {System: true, Executed: true},
		"start a sister":  {System: true, Executed: true},
		"hide":            {},
	} {
		t.Setenv(hostVariable, does)
		i, err := opened()
		if err != nil {
			t.Fatal(err)
		}
		if err := i.Close(); err != nil {
			t.Error(err)
		}
		code := i.(providers.Apart).Code()
		is := slices.ContainsFunc(code, func(f providers.CodeFile) bool {
			return f.Executed == want.Executed && f.System == want.System && (want.Path == "" || f == want)
		})
		strange := slices.ContainsFunc(code, func(f providers.CodeFile) bool { return f.Executed || !f.System })
		if honest := want == (providers.CodeFile{}); !is && !honest || honest && strange {
			t.Errorf("%s: %+v", does, code)
		}
	}
}

// TestTheFileThatRuns shows that the digested file is executed, although its owner writes to it meanwhile.
func TestTheFileThatRuns(t *testing.T) {
	t.Setenv(hostVariable, "")
	o := &options{path: copied(t), provider: "ref"}
	s, err := o.subject(o.path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	file, err := os.OpenFile(o.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteAt([]byte("another program"), 0)
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	h, err := start(o.path, s.program, defaultUser, s.provider)
	if err != nil {
		t.Fatal(err)
	}
	runs, err := os.Open(procPath(h.cmd.Process.Pid, "exe"))
	if err != nil {
		t.Fatal(err)
	}
	defer runs.Close()
	if got := digestOf(runs); got != s.digest {
		t.Errorf("%s was digested, and %s runs", s.digest, got)
	}
	if err := h.look(); err != nil {
		t.Error(err)
	}
	h.begun = "another stack"
	if err := h.look(); err == nil || !strings.Contains(err.Error(), "has executed itself again") {
		t.Errorf("what was executed again: %v", err)
	}
	h.end(nil)
}

// TestSiblings shows that a host gets at no other host of the run: not at root's, nor, except by signals, at a plain
// user's who may make namespaces.
func TestSiblings(t *testing.T) {
	for name, who := range map[string]*syscall.Credential{"whoever runs this": nil, "a plain user": {Uid: 1, Gid: 1}} {
		t.Run(name, func(t *testing.T) {
			c, _ := clientOf(t, siblings)
			c.Env = slices.DeleteFunc(c.Env, func(v string) bool { return strings.HasPrefix(v, lifeVariable) })
			want := `of 1 siblings it got at []`
			if who != nil && os.Getuid() != 0 {
				t.Skip("only root can be somebody else")
			}
			if who != nil {
				c.SysProcAttr = &syscall.SysProcAttr{Credential: who}
				c.Path, c.Dir = copied(t), "/"
				c.Args[0] = c.Path
			}
			if who != nil || os.Getuid() != 0 {
				want = `of 1 siblings it got at ["signals"]`
			}
			if text, _ := c.CombinedOutput(); !strings.Contains(string(text), want) {
				t.Errorf("%s, and not %s", text, want)
			}
		})
	}
}

// TestNothingIsLeftWithoutMarks shows that an orphan in another session, without its host's variables, ends with its
// host.
func TestNothingIsLeftWithoutMarks(t *testing.T) {
	c, gone := clientOf(t, "leave a daemon without marks")
	if text, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, text)
	}
	gone()
}

// TestWhereAHostIs shows that neither its working directory nor its variables tell a host where the run is.
func TestWhereAHostIs(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("OLDPWD", here)
	t.Setenv(hostVariable, "")
	i, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	for _, pid := range children(t) {
		at, err := os.Readlink(procPath(pid, "cwd"))
		variables, _ := os.ReadFile(procPath(pid, "environ"))
		if err != nil || at == here || strings.Contains(string(variables), here) {
			t.Errorf("it is at %s, %v, with %q", at, err, variables)
		}
		if left, err := os.ReadDir(at); err != nil || len(left) > 0 {
			t.Errorf("its directory has %v, %v", left, err)
		}
	}
}

// TestSameInode shows that a mapped file is not confused with another file of the same inode, which a host can mount
// at its path.
func TestSameInode(t *testing.T) {
	file, err := os.Open(copied(t))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{known: map[any]known{}}
	list, err := p.mappedBy(os.Getpid(), info)
	for _, f := range list {
		if f.Path == memoryAlone {
			t.Errorf("this process has code in %s", f.Path)
		}
	}
	of := info.Sys().(*syscall.Stat_t)
	m := mapping{fmt.Sprintf("%02x:%02x", unix.Major(of.Dev), unix.Minor(of.Dev)), of.Ino, file.Name()}
	other := mapping{"00:00", m.inode, m.path}
	if err != nil || other.isOf(file) {
		t.Errorf("a file of another device is taken for this one: %v", err)
	}
	if f, _ := p.describe(other, "/nosuch", info); f.SHA256 != "" || f.System {
		t.Errorf("%+v", f)
	}
	if f, is := p.describe(m, "/nosuch", info); is || f.SHA256 == "" {
		t.Skipf("this file system numbers files otherwise in stat: %+v", f)
	}
}
