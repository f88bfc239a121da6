package dishonest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/remote/host"
)

// The tricks of a host that is nothing but the provider: with the process that judges, with what both have in
// common, and with what it leaves behind.
func init() {
	for name, does := range map[string]func(){
		"changes verdicts in its parent's memory":      func() { rewrite(os.Getppid()) },
		"traces its parent":                            func() { _ = unix.PtraceSeize(os.Getppid()) },
		"copies into its parent's memory":              func() { copyInto(os.Getppid()) },
		"takes its parent's descriptors":               func() { takeDescriptors(os.Getppid()) },
		"changes its parent's limits":                  func() { limit(os.Getppid()) },
		"has the kernel kill its parent":               func() { sacrifice(os.Getppid()) },
		"signals its parent's pipe":                    func() { _ = syscall.Kill(os.Getppid(), syscall.SIGPIPE) },
		"changes verdicts in the command's memory":     func() { rewrite(parentOf(os.Getppid())) },
		"traces the command":                           func() { _ = unix.PtraceSeize(parentOf(os.Getppid())) },
		"takes the command's descriptors":              func() { takeDescriptors(parentOf(os.Getppid())) },
		"kills its parent":                             func() { _ = syscall.Kill(os.Getppid(), syscall.SIGKILL) },
		"moves the ring's positions":                   func() { go shared(movePositions) },
		"answers in the ring itself":                   func() { go shared(answerAll) },
		"fills the shared memory":                      func() { shared(func(b []byte) { fill(b, 0x5a) }) },
		"says in the ring that there is nothing":       func() { shared(func(b []byte) { clear(b[:4096]) }) },
		"writes results into the ring":                 func() { shared(func(b []byte) { copy(b[256:], forged) }) },
		"changes the ring all the time":                func() { go shared(keepChanging) },
		"writes to journals":                           writeJournals,
		"leaves a configuration":                       leaveConfiguration,
		"sets variables of the suite's":                setVariables,
		"leaves children that hold its pipes":          leaveChildren,
		"changes verdicts in its siblings' memory":     func() { eachSibling(rewrite) },
		"copies into its siblings' memory":             func() { eachSibling(copyInto) },
		"kills its siblings":                           func() { eachSibling(func(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }) },
		"kills whatever it may":                        killAll,
		"leaves a child without marks":                 leaveUnmarked,
		"takes memory that it does not map":            takeFiles,
		"hides what it executes":                       func() { _ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) },
		"has a twin answer":                            func() { fork() },
		"ends its parent's children":                   func() { siblingsOf(os.Getppid()) },
		"writes replies into its own pipe":             writeReplies,
		"gives its standard output another descriptor": func() { everywhere(func(fd int) { _ = unix.Dup3(fd, 1, 0) }) },
	} {
		behind[name] = trick{inCall: does}
	}
}

// frame is a reply of a host to a call that it was not asked for.
var frame = []byte{3, 4, 1, 0}

func writeReplies() { everywhere(func(fd int) { _, _ = syscall.Write(fd, frame) }) }

// rewrite puts "pass" where a process has "fail", in all memory that it may write to.
func rewrite(pid int) {
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return
	}
	memory, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", pid), os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer memory.Close()
	for _, line := range strings.Split(string(maps), "\n") {
		var from, to int64
		var may string
		if _, err := fmt.Sscanf(line, "%x-%x %s", &from, &to, &may); err != nil || to-from > 64<<20 {
			continue
		}
		b := make([]byte, to-from)
		if n, _ := memory.ReadAt(b, from); n > 0 && bytes.Contains(b[:n], []byte("fail")) {
			_, _ = memory.WriteAt(bytes.ReplaceAll(b[:n], []byte("fail"), []byte("pass")), from)
		}
	}
}

// copyInto writes into a process without a file.
func copyInto(pid int) {
	text := []byte(forged)
	local := []unix.Iovec{{Base: &text[0], Len: uint64(len(text))}}
	for at := uintptr(0xc000000000); at < 0xc000400000; at += 4096 {
		_, _ = unix.ProcessVMWritev(pid, local, []unix.RemoteIovec{{Base: at, Len: len(text)}}, 0)
	}
}

// takeDescriptors writes events to whatever a process has open.
func takeDescriptors(pid int) {
	of, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return
	}
	defer unix.Close(of)
	everywhere(func(fd int) {
		if taken, err := unix.PidfdGetfd(of, fd, 0); err == nil {
			_, _ = unix.Write(taken, []byte(forged))
			_ = unix.Close(taken)
		}
	})
}

func limit(pid int) {
	for _, what := range []int{unix.RLIMIT_FSIZE, unix.RLIMIT_NOFILE, unix.RLIMIT_CPU} {
		_ = unix.Prlimit(pid, what, &unix.Rlimit{Cur: 1, Max: 1}, nil)
	}
}

func sacrifice(pid int) {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0)
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("1"), 0)
}

// ringsSize is how much of the shared memory the rings have.
const ringsSize = 2 << 18

// shared does something with the memory of the rings, where it is mapped: the descriptor is closed.
func shared(do func(rings []byte)) {
	maps, _ := os.ReadFile("/proc/self/maps")
	for _, line := range strings.Split(string(maps), "\n") {
		var from, to uintptr
		if _, err := fmt.Sscanf(line, "%x-%x", &from, &to); err == nil && strings.Contains(line, "memfd:ndconform") {
			header := struct {
				at          uintptr
				length, all int
			}{from, ringsSize, ringsSize}
			do(*(*[]byte)(unsafe.Pointer(&header)))
			return
		}
	}
	fmt.Fprintln(os.Stderr, "no memory is shared")
}

func fill(b []byte, with byte) {
	for i := range b {
		b[i] = with
	}
}

func keepChanging(b []byte) {
	n := byte(0)
	for range time.Tick(time.Millisecond) {
		n++
		for i := 256; i < len(b); i += 509 {
			b[i] ^= n
		}
	}
}

// movePositions has the ring that the host writes to end here and there, so that what is read may change while it is.
func movePositions(b []byte) {
	written := (*atomic.Uint64)(unsafe.Pointer(&b[ringsSize/2]))
	for {
		written.Add(64)
		written.Add(^uint64(63))
		runtime.Gosched()
	}
}

// answerAll writes to that ring, again and again, that each of the next calls has succeeded.
func answerAll(b []byte) {
	const data = ringsSize/2 + 256
	written := (*atomic.Uint64)(unsafe.Pointer(&b[ringsSize/2]))
	for range time.Tick(time.Millisecond) {
		at := written.Load()
		for id := range byte(100) {
			reply := []byte{5, 4, id, 0, 0, 0}
			copy(b[data+(at+uint64(id)*6)%(ringsSize/2-512):], reply)
		}
		written.Store(at + 600)
	}
}

// writeJournals adds a result to each journal that it finds.
func writeJournals() {
	for _, folder := range []string{os.TempDir(), "."} {
		list, _ := filepath.Glob(filepath.Join(folder, "*.journal"))
		for _, path := range list {
			if file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0); err == nil {
				_, _ = file.WriteString(`{"event":"ended","spec":{"id":"qp.send.gathers","verdict":"pass"}}` + "\n")
				file.Close()
			}
		}
	}
}

// leaveConfiguration leaves one where a later process of the run might read it, and takes it back.
func leaveConfiguration() {
	const path = "ndconform.yaml"
	if file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		_, _ = file.WriteString("filter: [nosuch.*]\n")
		file.Close()
		time.AfterFunc(time.Second, func() { os.Remove(path) })
	}
}

func setVariables() {
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "NDCONFORM") {
			_ = os.Unsetenv(name)
		}
	}
	_ = os.Setenv("NDCONFORM_CONFIG", "none")
	_ = os.Setenv("GODEBUG", "madvdontneed=1")
	_ = os.Setenv("LD_PRELOAD", "nosuch.so")
}

// leaveChildren leaves processes in other sessions that have all that this one has.
func leaveChildren() {
	for range 3 {
		c := exec.Command("sleep", "5")
		for fd := 3; fd < 6; fd++ {
			if copied, err := syscall.Dup(fd); err == nil {
				c.ExtraFiles = append(c.ExtraFiles, os.NewFile(uintptr(copied), "copy"))
			}
		}
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		_ = c.Start()
	}
}

// eachSibling does something to each other host that shows.
func eachSibling(do func(pid int)) {
	list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range list {
		text, _ := os.ReadFile(path)
		pid := 0
		_, _ = fmt.Sscan(filepath.Base(filepath.Dir(path)), &pid)
		if strings.Contains(string(text), "\x00"+host.Command+"\x00") && pid != os.Getpid() {
			do(pid)
		}
	}
}

// killAll kills all that this user may, if nobody else is that user.
func killAll() {
	if own := os.Getuid(); own >= 60706 && own <= 61183 {
		_ = syscall.Kill(-1, syscall.SIGKILL)
	}
}

// leaveUnmarked leaves a process that has nothing of this one's but its user.
func leaveUnmarked() {
	c := exec.Command("sleep", "1000")
	c.Env, c.Dir, c.SysProcAttr = []string{"A=b"}, "/", &syscall.SysProcAttr{Setsid: true}
	_ = c.Start()
}

// takeFiles takes memory in a file that it does not map.
func takeFiles() {
	if fd, err := unix.MemfdCreate("hoard", 0); err == nil {
		_ = unix.Fallocate(fd, 0, 0, 64<<20)
	}
}

// fork has a copy of this thread go on, as a process that returns from the same call and ends with this one.
func fork() {
	if pid, _, _ := syscall.RawSyscall(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0); pid == 0 {
		_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0)
	}
}

// siblingsOf kills what its grandparent has started, too.
func siblingsOf(pid int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, word := range strings.Fields(string(text)) {
		var child int
		if _, err := fmt.Sscan(word, &child); err == nil && child != os.Getpid() {
			_ = syscall.Kill(child, syscall.SIGKILL)
		}
	}
}
