package command

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ndconform/ndconform/bench/null"
	"github.com/ndconform/ndconform/internal/script"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/runner/fake"
)

var update = flag.Bool("update", false, "write what the scripts compare with anew")

// More providers: one does not open, so that a test must name its provider, and one is fast.
func init() {
	providers.Register("none", func(*flag.FlagSet) func() (providers.Instance, error) {
		return func() (providers.Instance, error) { return nil, errors.New("there is none") }
	})
	providers.Register("null", null.Factory)
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ndconform": func() { Main() }, "relay": relay})
}

// TestScripts runs each script in testdata/script: sessions with the command as
// a user would have them, on a provider and specs that misbehave on purpose.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"await": await, "exits": script.Exits},
	})
}

const listenerKey = "listener"

func setup(env *testscript.Env) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	env.Defer(func() { listener.Close() })
	env.Values[listenerKey] = listener
	env.Setenv(fake.SignalAddress, listener.Addr().String())
	return script.Setup(env)
}

// await waits until a spec says that it has come to where it waits.
func await(ts *testscript.TestScript, neg bool, args []string) {
	conn, err := ts.Value(listenerKey).(net.Listener).Accept()
	ts.Check(err)
	conn.Close()
}

// relay is the program "relay CODE COMMAND ARGUMENT…", which runs a command in the
// background and fails if it exits with another code. An interrupt is passed on, as what
// the variable PASS_ON names.
func relay() {
	want, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // or the command ignores it, too, under nohup
	c := exec.Command(os.Args[2], os.Args[3:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		panic(err)
	}
	go func() {
		for s := range signals {
			switch os.Getenv("PASS_ON") {
			case "SIGTERM":
				s = syscall.SIGTERM
			case "SIGHUP":
				s = syscall.SIGHUP
			}
			_ = c.Process.Signal(s)
		}
	}()
	err = c.Wait()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		panic(err)
	}
	if got := c.ProcessState.ExitCode(); got != want {
		fmt.Fprintf(os.Stderr, "exit code %d, want %d\n", got, want)
		os.Exit(1)
	}
}
