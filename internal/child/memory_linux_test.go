package child

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
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

// TestTakenByOrphans shows that the memory of what processes have left behind counts.
func TestTakenByOrphans(t *testing.T) {
	start := func(script string) (c *exec.Cmd, said string) {
		c = exec.Command("sh", "-c", script)
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		ended, err := Start(c)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(ended)
		line, _ := bufio.NewReader(out).ReadString('\n')
		return c, strings.TrimSpace(line)
	}
	c, pid := start("sleep 1000 >/dev/null & echo $!")
	_ = c.Wait()
	defer KillOrphans()
	orphan, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatal(err)
	}
	other, _ := start("echo; exec sleep 1000")
	alone, _ := takenBy(other.Process.Pid)
	left, _ := takenBy(orphan)
	if all, _ := Taken(other.Process.Pid); left == 0 || all < alone+left/2 {
		t.Errorf("%d bytes with an orphan that has %d, and %d without", all, left, alone)
	}
	_ = other.Process.Kill()
	_ = other.Wait()
}
