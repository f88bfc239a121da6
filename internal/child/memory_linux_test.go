package child

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/internal/timeout"
)

// TestTaken shows that files in memory count, mapped or not, and once.
func TestTaken(t *testing.T) {
	const size = 64 << 20
	before, ok := takenBy(os.Getpid())
	if !ok {
		t.Fatal("it can't be told")
	}
	fd, err := unix.MemfdCreate("test", unix.MFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	file := os.NewFile(uintptr(fd), "test")
	defer file.Close()
	if err := unix.Fallocate(fd, 0, 0, size); err != nil {
		t.Fatal(err)
	}
	grown := func(how string) {
		t.Helper()
		if after, _ := takenBy(os.Getpid()); after < before+size || after > before+size+size/2 {
			t.Errorf("%s: %d bytes, and %d before", how, after, before)
		}
	}
	grown("not mapped")
	b, err := unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE)
	if err != nil {
		t.Fatal(err)
	}
	grown("mapped, too")
	file.Close()
	grown("mapped")
	if err := unix.Munmap(b); err != nil {
		t.Fatal(err)
	}
}

// startHost starts a shell in a session with mark, as a host is, and returns the process id that it says.
func startHost(t *testing.T, mark, script string) (c *exec.Cmd, said int, end func()) {
	t.Helper()
	c = exec.Command("sh", "-c", script)
	c.Env = append(os.Environ(), mark)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	ended, err := Start(c)
	if err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
		ended()
	})
	t.Cleanup(end)
	if _, err := fmt.Fscan(out, &said); err != nil {
		t.Fatal(err)
	}
	return c, said, end
}

// TestTakenByOrphans shows that the memory of what a process has left behind counts, and not what another one has. What
// nobody living has left counts for the last process.
func TestTakenByOrphans(t *testing.T) {
	for how, leaves := range map[string]string{
		"in its session":   "unset EXEC_HOST_OF; (sleep 1000 >/dev/null & echo $!); kill -STOP $$",
		"in a new session": "(setsid sh -c 'echo $$; exec >&-; kill -STOP $$' &); kill -STOP $$",
	} {
		t.Run(how, func(t *testing.T) {
			t.Cleanup(KillOrphans)
			host, orphan, end := startHost(t, NewMark(os.Getpid()), leaves)
			other, _, _ := startHost(t, NewMark(os.Getpid()), "echo $$; kill -STOP $$")
			never := func() <-chan struct{} { return nil }
			if !timeout.Until(time.Minute, never, func() bool { return slices.Contains(Orphans(), orphan) }) {
				t.Fatal("it is no orphan")
			}
			counts := func(pid int) bool {
				alone, _ := takenBy(pid)
				left, _ := takenBy(orphan)
				all, _ := Taken(pid)
				return left > 0 && all >= alone+left/2
			}
			if !counts(host.Process.Pid) || counts(other.Process.Pid) {
				t.Errorf("of two: for its own %v, for the other %v", counts(host.Process.Pid), counts(other.Process.Pid))
			}
			if end(); !counts(other.Process.Pid) {
				t.Error("it does not count for the last one")
			}
		})
	}
}
