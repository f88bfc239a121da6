//go:build unix

package exec

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"syscall"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/host"
	"github.com/ndconform/ndconform/remote/ring"
	"github.com/ndconform/ndconform/remote/wire"
)

// life is the connection to the test.
var life net.Conn

// daemon is what a host starts to leave a process behind; Linux's tests have it.
var daemon func() *exec.Cmd

// reach prints what a host gets at, and ends; Linux's tests have it.
var reach = func() {}

// tricks are what a host does before its greeting; Linux's tests have them.
var tricks = map[string]func(){}

// acts are what a host does in each call; Linux's tests have them.
var acts = map[string]func(){}

// beHost is a host that behaves in some way when asked for its addresses.
func beHost(does string) int {
	if at := os.Getenv(lifeVariable); at != "" {
		c, err := net.Dial("unix", at)
		if err != nil {
			panic(err)
		}
		life = c
	}
	in, to := child.Inherited(3), child.Inherited(4)
	switch does {
	case "stop at once":
		stop()
	case "another release":
		_ = wire.NewStream(in, to).Send(wire.Marshal(wire.KindGreeting, wire.Greeting{Protocol: 99, Build: "some build"}))
	case "show":
		show()
	case "reach":
		reach()
	}
	if trick := tricks[does]; trick != nil {
		trick()
	}
	files, memory := []*os.File{in, to}, []byte(nil)
	if runtime.GOOS == "linux" && os.Getenv(pipesVariable) == "" {
		files = append(files, child.Inherited(5))
		shared, err := ring.Map(files[2:])
		if err != nil {
			panic(err)
		}
		memory = shared.Memory
	}
	config := host.Config{Limits: host.DefaultLimits}
	conn, err := config.Greet(files)
	if err != nil {
		panic(err)
	}
	if said, ok := lies[does]; ok {
		lie(conn, said)
	}
	config.Open = func() (providers.Instance, error) {
		if does == "opening" {
			go panic("boom") // no recover catches it
			select {}
		}
		inner, err := providers.ParseSelector("ref")
		if err != nil {
			return nil, err
		}
		i, err := inner.Open()
		if err != nil || does == "" {
			return i, err
		}
		if does == closing {
			return dying{i}, nil
		}
		return calls.Around(i, calls.Hooks{Early: true, Call: func(c *calls.Call) nd2.Status {
			misbehave(does, to, memory)
			return c.Proceed()
		}}), nil
	}
	if err := host.Serve(conn, config); err != nil {
		return 3
	}
	return 0
}

// closing is a host whose provider crashes while it is closed.
const closing = "panic while it closes"

type dying struct{ providers.Instance }

func (dying) Close() error { panic("boom") }

// A host that floods ends after it has printed 12 MiB.
const floods = 1 << 11

var flooded int

func misbehave(does string, to io.Writer, memory []byte) {
	if act := acts[does]; act != nil {
		act()
	}
	switch does {
	case "panic":
		panic("boom")
	case "exit":
		os.Exit(0)
	case "daemon": // which inherits the connection to the test, and leads another session
		_ = daemon().Start()
	case "daemon, and hang":
		_ = daemon().Run()
		_, _ = life.Write([]byte{1})
		<-make(chan struct{})
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "stop":
		_, _ = life.Write([]byte{1})
		stop()
	case "hang":
		_, _ = life.Write([]byte{1})
		<-make(chan struct{})
	case "flood":
		for line := bytes.Repeat([]byte("flood\n"), 1<<10); ; {
			if n, err := os.Stdout.Write(line); err != nil || n < len(line) {
				os.Exit(6)
			}
			if flooded++; flooded == floods {
				panic("the flood is over")
			}
		}
	case "half a frame":
		ring, data := memory[1<<18:], memory[1<<18+256:] // it writes to the second one, behind what controls it
		at := binary.LittleEndian.Uint64(ring)
		data[at%(1<<18-256)] = 100 // bytes, but none follow
		binary.LittleEndian.PutUint64(ring, at+1)
		os.Exit(5)
	case "cut":
		_, _ = to.Write([]byte{0xff})
		os.Exit(5)
	case "positions": // of the ring that it reads from
		for i := range 8 {
			memory[64+i] = 0x55
		}
	case "long frame":
		_, _ = to.Write([]byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	case "hang up":
		_ = syscall.Close(4)
		stop()
	}
}

// stop makes the process stand still, and its caller with it.
func stop() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	<-make(chan struct{})
}

// ofRuntime are the descriptors that Go opens for itself.
var ofRuntime = regexp.MustCompile("eventpoll|eventfd|^/sys/fs/cgroup/")

// show prints what the host has: descriptors, and variables of the suite.
func show() {
	list, _ := os.ReadDir("/proc/self/fd")
	for _, fd := range list {
		where, err := os.Readlink("/proc/self/fd/" + fd.Name())
		if err == nil && !ofRuntime.MatchString(where) {
			fmt.Printf("descriptor %s: %s\n", fd.Name(), strings.TrimRight(where, "[]0123456789"))
		}
	}
	for _, v := range os.Environ() {
		if strings.HasPrefix(v, "NDCONFORM") {
			fmt.Println("variable", v)
		}
	}
	os.Exit(9)
}

// lies are a host's messages after opening, by the ids of its calls.
var lies = map[string]func(id uint64, _ wire.Method) []byte{
	"no such call":   func(id uint64, _ wire.Method) []byte { return reply(id+100, 1, 0) },
	"no such kind":   func(id uint64, _ wire.Method) []byte { return reply(id, 7, 200) },
	"another object": func(id uint64, _ wire.Method) []byte { return reply(id, 7, uint64(wire.IsListener)) },
	"a long reply":   func(id uint64, _ wire.Method) []byte { return reply(id, 7, uint64(wire.IsProvider), 0, 0, 0) },
	"a short reply":  func(id uint64, _ wire.Method) []byte { return reply(id) },
	"outside": func(id uint64, m wire.Method) []byte { // of the memory that both have
		switch m {
		case wire.NewProvider:
			return reply(id, 7, uint64(wire.IsProvider))
		case wire.Allocate:
			return reply(id, 0, 1, 4096, 1, 1<<40)
		}
		return reply(id, 0, 0, 0)
	},
	"no such message": func(uint64, wire.Method) []byte {
		return []byte{200}
	},
	"memory": func(id uint64, _ wire.Method) []byte { // a number that no number is
		return append(reply(id), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
	},
}

func reply(id uint64, values ...uint64) []byte {
	m := wire.Begin(wire.KindReply)
	wire.PutUint(&m, id)
	for _, v := range values {
		wire.PutUint(&m, v)
	}
	return m.Bytes
}

func lie(conn wire.Conn, said func(id uint64, _ wire.Method) []byte) {
	_, _ = conn.Receive() // which opens the session
	_ = conn.Send(wire.Marshal(wire.KindOpened, wire.Opened{Version: "1"}))
	for {
		m, err := conn.Receive()
		if err != nil {
			os.Exit(0)
		}
		r := wire.Rest(m)
		id, _, method := wire.Uint[uint64](&r), wire.Uint[uint64](&r), wire.Uint[wire.Method](&r)
		if method == wire.Clock {
			_ = conn.Send(reply(id, 0))
		} else {
			_ = conn.Send(said(id, method))
		}
	}
}
