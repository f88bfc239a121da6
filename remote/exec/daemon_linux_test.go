package exec

import (
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/ndconform/ndconform/internal/child"
)

func init() { daemon = leavesDaemon }

// leavesDaemon is a shell that leaves an orphan in a new session; the orphan holds the connection to the test.
func leavesDaemon() *exec.Cmd {
	held, err := life.(*net.UnixConn).File()
	if err != nil {
		panic(err)
	}
	c := exec.Command("sh", "-c", "sleep 1000 <&3 >&3 2>&3 & exit 0")
	c.ExtraFiles = []*os.File{held}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return c
}

// TestDaemonsEnd shows that a host's orphan in another session ends when the host's client ends the host, and
// when the parent of a killed client cleans up.
func TestDaemonsEnd(t *testing.T) {
	t.Run("by the client", func(t *testing.T) {
		c, gone := clientOf(t, "daemon")
		if text, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, text)
		}
		gone()
	})
	t.Run("by the run", func(t *testing.T) {
		c, life := workingClient(t, "daemon, and hang")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		conn, err := life.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // which says that it was killed
		child.CleanUp(c.Process.Pid)
		ends(t, conn)
	})
}
