package remote_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref"
	"github.com/ndconform/ndconform/remote/address"
	"github.com/ndconform/ndconform/remote/agent"
	_ "github.com/ndconform/ndconform/remote/client"
	"github.com/ndconform/ndconform/remote/host"
	"github.com/ndconform/ndconform/remote/internal/rpc"
	"github.com/ndconform/ndconform/remote/keys"
	"github.com/ndconform/ndconform/remote/wire"
)

// sessionMemory is how much memory a session may have here, in bytes.
const sessionMemory = 16 << 20

// serveVariable makes the test's binary a session's process.
const serveVariable = "REMOTE_TEST_SERVES"

func TestMain(m *testing.M) {
	if provider := os.Getenv(serveVariable); provider == "hungry" {
		os.Exit(hungry())
	} else if provider != "" {
		err := host.Serve(wire.NewStream(os.Stdin, os.Stdout), host.Config{
			Open: func() (providers.Instance, error) {
				s, err := providers.ParseSelector(provider)
				if err != nil {
					return nil, err
				}
				return s.Open()
			},
			Describe: wire.Host{Name: "there"}, Limits: host.Limits{Memory: sessionMemory, Objects: 1000},
		})
		if err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// begin starts an agent that serves ref, and gives how to reach it and its token.
func begin(t testing.TB) (address.Address, string) {
	t.Helper()
	t.Setenv(serveVariable, "ref")
	a, err := agent.New(agent.Config{
		Session: []string{os.Args[0]}, Memory: mostMemory, Keys: t.TempDir(),
		TokenLifetime: time.Hour,
	})
	if err != nil {
		t.Fatal(err)
	}
	on, err := agent.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Serve(ctx, on) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return address.Address{At: on.Addr().String(), Fingerprint: a.Fingerprint(), Keys: t.TempDir()}, a.Token()
}

// paired starts an agent that knows this test's key.
func paired(t testing.TB) address.Address {
	t.Helper()
	at, token := begin(t)
	if _, err := at.Pair(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	return at
}

func open(at address.Address) (providers.Instance, error) {
	s, err := providers.ParseSelector("remote,address=" + at.At + ",keys=" + at.Keys)
	if err != nil {
		return nil, err
	}
	return s.Open()
}

func TestSession(t *testing.T) {
	i, err := open(paired(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	}()
	if !strings.Contains(i.Version(), "on there") {
		t.Errorf("it is %q", i.Version())
	}
	adapter := openAdapter(t, i)
	var file nd2.OverlappedFile
	if s := adapter.CreateOverlappedFile(&file); s != nd2.Success {
		t.Fatal(s)
	}
	defer file.Close()
	registers(t, i.(providers.Memory), adapter, file)
	completes(t, adapter, file)
}

func openAdapter(t *testing.T, i providers.Instance) nd2.Adapter {
	t.Helper()
	p := i.ND2()
	defer p.Release()
	list, size := nd2.SocketAddressList{}, uint32(1<<16)
	if s := p.QueryAddressList(&list, &size); s != nd2.Success || len(list.Address) == 0 {
		t.Fatal(s, list)
	}
	var id uint64
	if s := p.ResolveAddress(list.Address[0], &id); s != nd2.Success {
		t.Fatal(s)
	}
	var object nd2.Unknown
	if s := p.OpenAdapter(nd2.IIDAdapter, id, &object); s != nd2.Success {
		t.Fatal(s)
	}
	return object.(nd2.Adapter)
}

// registers shows that memory of the far side can be written to, read and registered.
func registers(t *testing.T, m providers.Memory, adapter nd2.Adapter, file nd2.OverlappedFile) {
	t.Helper()
	b, err := m.Allocate(8192)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Free(b)
	memory.Overwrite(b[5:], []byte("written"))
	if got := string(memory.Contents(b[4:13])); got != "\x00written\x00" {
		t.Errorf("it holds %q", got)
	}
	var object nd2.Unknown
	if s := adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, file, &object); s != nd2.Success {
		t.Fatal(s)
	}
	r := object.(nd2.MemoryRegion)
	defer r.Release()
	for _, call := range []func(o *nd2.Overlapped) nd2.Status{
		func(o *nd2.Overlapped) nd2.Status { return r.Register(b[:4096], nd2.AllowLocalWrite, o) },
		r.Deregister,
	} {
		o := &nd2.Overlapped{Event: &signal{set: make(chan struct{})}}
		s := call(o)
		if s == nd2.Pending {
			<-o.Event.(*signal).set
			s = r.GetOverlappedResult(o, false)
		}
		if s != nd2.Success {
			t.Fatal(s)
		}
	}
	if _, err := m.Allocate(sessionMemory); err == nil {
		t.Error("more memory was given than a session may have")
	}
}

// A signal is an event that is set once.
type signal struct{ set chan struct{} }

func (s *signal) Set()   { close(s.set) }
func (s *signal) Reset() {}

// completes shows that a blocking call does not delay other answers, and that the event
// comes.
func completes(t *testing.T, adapter nd2.Adapter, file nd2.OverlappedFile) {
	t.Helper()
	var object nd2.Unknown
	if s := adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, file, 4, 0, 0, &object); s != nd2.Success {
		t.Fatal(s)
	}
	q := object.(nd2.CompletionQueue)
	o := &nd2.Overlapped{Event: &signal{set: make(chan struct{})}}
	if s := q.Notify(nd2.NotifyAny, o); s != nd2.Pending {
		t.Fatal(s)
	}
	waited := make(chan nd2.Status)
	go func() { waited <- q.GetOverlappedResult(o, true) }()
	if s := q.CancelOverlappedRequests(); s != nd2.Success {
		t.Error(s)
	}
	<-o.Event.(*signal).set
	if s := <-waited; s != nd2.Canceled {
		t.Error(s)
	}
	if n := q.Release(); n != 0 {
		t.Errorf("%d references are left", n)
	}
	if n := adapter.Release(); n != 0 {
		t.Errorf("%d references are left", n)
	}
}

func TestRefusals(t *testing.T) {
	at, token := begin(t)
	refused := func(err error, says string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(),
			"\n") || strings.Contains(err.Error(), "desc =") {
			t.Errorf("refused with %v, and not with one line that says %q", err, says)
		}
	}
	_, err := open(at)
	refused(err, "is not known here: pair with it")
	_, err = at.Pair(t.Context(), "not the token")
	refused(err, "the pairing token differs")
	wrong := at
	wrong.Fingerprint = "SHA256:another"
	_, err = wrong.Pair(t.Context(), token)
	refused(err, "the agent's key is "+at.Fingerprint+" and not SHA256:another")
	_, err = at.Pair(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	other := at
	other.Keys = t.TempDir()
	_, err = other.Pair(t.Context(), token)
	refused(err, "the pairing token has been used")
	if err := keys.AddAgent(other.Keys, other.At, other.Fingerprint); err != nil {
		t.Fatal(err)
	}
	_, err = open(other)
	refused(err, "is not known here: pair with the agent")
	if err := os.Chmod(filepath.Join(at.Keys, "key.pem"), 0o644); err == nil && os.Getenv("OS") == "" {
		_, err = open(at)
		refused(err, "others may read it")
	}
}

func TestOneRunAtATime(t *testing.T) {
	at := paired(t)
	t.Setenv("NDCONFORM_REMOTE_RUN", "one")
	first, err := open(at)
	if err != nil {
		t.Fatal(err)
	}
	second, err := open(at)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NDCONFORM_REMOTE_RUN", "another")
	if _, err := open(at); err == nil || !strings.Contains(err.Error(), "wait for its end") {
		t.Errorf("another run was told %v", err)
	}
	for _, i := range []providers.Instance{first, second} {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	}
	third, err := open(at)
	if err != nil {
		t.Fatal(err)
	}
	if err := third.Close(); err != nil {
		t.Error(err)
	}
}

// mostMemory is the memory limit of a session's process here, in bytes.
const mostMemory = 256 << 20

// hungry is a session's process that exceeds its memory limit.
func hungry() int {
	taken := make([]byte, 2*mostMemory-mostMemory/4)
	for i := 0; i < len(taken); i += 1 << 10 {
		taken[i] = 1
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	return int(taken[0])
}

// TestMemory shows that a session's process that takes too much memory is killed.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory of another process can't be told here")
	}
	at := paired(t)
	t.Setenv(serveVariable, "hungry")
	_, err := open(at)
	if err == nil || !strings.Contains(err.Error(), "more memory than its limit of 256 MiB") {
		t.Errorf("it ended with %v", err)
	}
}

// TestAnotherRelease shows that neither side accepts an unknown release.
func TestAnotherRelease(t *testing.T) {
	at := paired(t)
	at.Fingerprint = ""
	connection, err := at.Dial()
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	for says, first := range map[string][]byte{
		"use one release on both machines": wire.Marshal(wire.KindOpen, wire.Open{Protocol: 99, Build: "tomorrow", Run: "a"}),
		"and the run of yesterday": wire.Marshal(wire.KindOpen,
			wire.Open{Protocol: wire.Protocol, Build: "yesterday", Run: "a"}),
		"the first message does not open": nil,
		"the first message is":            []byte("\x01none"),
	} {
		conn, err := rpc.Session(t.Context(), connection)
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.Send(first); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Receive(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q was told %v", first, err)
		}
	}
}

// TestGarbage shows that an agent survives foreign data.
func TestGarbage(t *testing.T) {
	at := paired(t)
	for _, garbage := range []string{"GET / HTTP/1.1\r\n\r\n", "\x00\x01\x02", strings.Repeat("\xff", 1<<16)} {
		for _, dial := range []func() (net.Conn, error){
			func() (net.Conn, error) { return net.Dial("tcp", at.At) },
			func() (net.Conn, error) {
				own, err := keys.Own(at.Keys)
				if err != nil {
					return nil, err
				}
				c := keys.ClientTLS(own, at.Fingerprint)
				c.NextProtos = []string{"h2"}
				return tls.Dial("tcp", at.At, c)
			},
		} {
			c, err := dial()
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(c, garbage)
			c.Close()
		}
	}
	i, err := open(at)
	if err != nil {
		t.Fatal(err)
	}
	if err := i.Close(); err != nil {
		t.Error(err)
	}
}
