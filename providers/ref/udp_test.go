package ref

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// udpOptions are for adapters on the loopback network, which has addresses for many on Linux
// and Windows only.
func udpOptions(t *testing.T, adapters int) *options {
	t.Helper()
	if runtime.GOOS != "linux" && runtime.GOOS != "windows" {
		t.Skip("127.0.0.2 is no address of this system's")
	}
	return &options{adapters: adapters, fabric: overUDP, limits: nic.DefaultLimits()}
}

func TestOverUDP(t *testing.T) {
	i := openForTest(t, udpOptions(t, 2))
	a, b := newTestSide(t, i, 0), newTestSide(t, i, 1)
	p := connectPair(t, a, b)
	exchange(t, a, b, p.aQueuePair, p.bQueuePair)
	exchange(t, b, a, p.bQueuePair, p.aQueuePair)
}

func TestTwoInstancesOverUDP(t *testing.T) {
	a := newTestSide(t, openForTest(t, udpOptions(t, 1)), 0)
	b := newTestSide(t, openForTest(t, udpOptions(t, 1)), 0)
	p := connectPair(t, a, b)
	exchange(t, a, b, p.aQueuePair, p.bQueuePair)
}

func TestIPv6OverUDP(t *testing.T) {
	o := udpOptions(t, 1)
	o.listen = listening{{netip.IPv6Loopback()}}
	i, err := open(o)
	if err != nil {
		t.Skip(err)
	}
	i.Close()
	a := newTestSide(t, openForTest(t, o), 0)
	p := connectPair(t, a, a)
	returns(t, p.bQueuePair.Receive(1, a.sge(64)), nd2.Success)
	returns(t, p.aQueuePair.Send(2, a.sge(64), 0), nd2.Success)
	for range 2 {
		returns(t, a.result().Status, nd2.Success)
	}
}

// After a fault, an adapter comes back at the same address.
func TestFaultsOverUDP(t *testing.T) {
	i := openForTest(t, udpOptions(t, 2))
	a, b := newTestSide(t, i, 0), newTestSide(t, i, 1)
	connectPair(t, a, b)
	for _, kind := range []providers.FaultKind{
		providers.AdapterRemoved, providers.Partition, providers.Hold,
		providers.Unreliable,
	} {
		b.inject(i, providers.Fault{Kind: kind})()
	}
	b = newTestSide(t, i, 1)
	p := connectPair(t, a, b)
	undo := b.inject(i, providers.Fault{Kind: providers.Hold})
	returns(t, p.bQueuePair.Receive(1, b.sge(5)), nd2.Success)
	copy(a.memory, "held!")
	returns(t, p.aQueuePair.Send(2, a.sge(5), 0), nd2.Success)
	undo()
	returns(t, b.result().Status, nd2.Success)
	if got := string(b.memory[:5]); got != "held!" {
		t.Errorf("got %q", got)
	}
	for kind, status := range map[providers.FaultKind]nd2.Status{
		providers.HostUnreachable: nd2.HostUnreachable, providers.NetworkUnreachable: nd2.NetworkUnreachable,
	} {
		undo := a.inject(i, providers.Fault{Kind: kind})
		_, address := b.listener()
		returns(t, a.connector().Connect(a.queuePair(), address, 0, 0, nil, new(nd2.Overlapped)), status)
		undo()
	}
}

// environment names the variable with the address of a process that echoes; anyLoopback is
// this host's first free address.
const (
	environment = "NDCONFORM_REF_ECHO_AT"
	anyLoopback = "any"
)

// TestEchoProcess prints where it listens. It ends with its standard input.
func TestEchoProcess(t *testing.T) {
	at := os.Getenv(environment)
	if at == "" {
		t.Skip("this is for other tests, which start it")
	}
	o := udpOptions(t, 1)
	if at != anyLoopback {
		if err := o.listen.Set(at); err != nil {
			t.Fatal(err)
		}
	}
	b := newTestSide(t, openForTest(t, o), 0)
	l, address := b.listener()
	listening, _ := nd2.ParseSockaddr(address)
	fmt.Println(listening)
	q, c := b.queuePair(), b.connector()
	returns(t, pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c, o) }).wait(), nd2.Success)
	returns(t, q.Receive(1, b.sge(4096)), nd2.Success)
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Accept(q, 4, 4, nil, o) }).wait(), nd2.Success)
	r := b.result()
	returns(t, q.Send(2, b.sge(int(r.BytesTransferred)), 0), nd2.Success)
	_, _ = bufio.NewReader(os.Stdin).ReadByte()
}

// startEcho starts the other process, which ends with the test, and returns where it listens.
func startEcho(t *testing.T, at string, through ...string) (address []byte) {
	t.Helper()
	address, c, in := startPeer(t, at, through...)
	t.Cleanup(func() {
		in.Close()
		if err := c.Wait(); err != nil {
			t.Errorf("the other process: %v", err)
		}
	})
	return address
}

// startPeer starts the other process, which ends with its standard input.
func startPeer(t *testing.T, at string, through ...string) (address []byte, c *exec.Cmd, in io.Closer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := append(through, self, "-test.run=^TestEchoProcess$", "-test.count=1")
	c = exec.Command(command[0], command[1:]...)
	c.Env = append(os.Environ(), environment+"="+at)
	c.Stderr = os.Stderr
	in, err = c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	to, err := netip.ParseAddrPort(strings.TrimSpace(line))
	if err != nil {
		t.Fatalf("the other process: %q", line)
	}
	return nd2.Sockaddr(to), c, in
}

// expectEcho sends a message to the other process, which answers with the same.
func expectEcho(t *testing.T, a *testSide, to []byte) {
	t.Helper()
	c, q := a.connector(), a.queuePair()
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(q, to, 4, 4, nil, o) }).wait(), nd2.Success)
	answer := []nd2.SGE{{Buffer: a.memory[2048:], MemoryRegionToken: a.region.GetLocalToken()}}
	returns(t, q.Receive(1, answer), nd2.Success)
	returns(t, pends(c, c.CompleteConnect).wait(), nd2.Success)
	for i := range 2000 {
		a.memory[i] = byte(i)
	}
	returns(t, q.Send(2, a.sge(2000), 0), nd2.Success)
	for range 2 {
		returns(t, a.result().Status, nd2.Success)
	}
	if !bytes.Equal(a.memory[:2000], a.memory[2048:4048]) {
		t.Error("what came back is not what was sent")
	}
}

func TestTwoProcesses(t *testing.T) {
	a := newTestSide(t, openForTest(t, udpOptions(t, 1)), 0)
	expectEcho(t, a, startEcho(t, anyLoopback))
}

// TestPortIsHeld shows that nobody takes an adapter's port while a fault keeps the adapter
// away, and that datagrams from then are gone when it is back.
func TestPortIsHeld(t *testing.T) {
	i := openForTest(t, udpOptions(t, 2))
	h := i.adapters[1]
	a, b := newTestSide(t, i, 0), newTestSide(t, i, 1)
	connectPair(t, a, b)
	at := netip.AddrPortFrom(h.addresses[0], 4791)
	for range 3 {
		undo := b.inject(i, providers.Fault{Kind: providers.AdapterRemoved})
		refusesOthers(t, at)
		sendTo(t, at)
		undo()
		refusesOthers(t, at)
		b = newTestSide(t, i, 1)
		p := connectPair(t, a, b)
		exchange(t, a, b, p.aQueuePair, p.bQueuePair)
		// elsewhere the system may still have had it
		if n := h.device.Counters(); n.Malformed != 0 && runtime.GOOS == "linux" {
			t.Errorf("%d datagrams of when the adapter was away have come to it", n.Malformed)
		}
	}
}

// refusesOthers shows that neither a socket nor another instance gets an address.
func refusesOthers(t *testing.T, at netip.AddrPort) {
	t.Helper()
	if other, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(at)); err == nil {
		other.Close()
		t.Error("a socket has taken the port")
	}
	o := udpOptions(t, 1)
	o.listen = listening{{at.Addr()}}
	if other, err := open(o); !errors.Is(err, fabric.ErrTaken) {
		t.Errorf("another instance at the port: %v", err)
		if err == nil {
			other.Close()
		}
	}
}

func sendTo(t *testing.T, at netip.AddrPort) {
	t.Helper()
	c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(at))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 64 {
		if _, err := c.Write([]byte("no packet")); err != nil {
			t.Error(err)
		}
	}
}

// TestLostAdapterIsToldOf shows that an instance says so if no adapter could be inserted
// after a fault.
func TestLostAdapterIsToldOf(t *testing.T) {
	i, err := open(udpOptions(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	h := i.adapters[0]
	undo, err := i.Inject(providers.Fault{Kind: providers.AdapterRemoved, Adapter: h.id})
	if err != nil {
		t.Fatal(err)
	}
	h.device.Close() // which gives up its place
	undo()
	if err := i.Close(); err == nil || !strings.Contains(err.Error(), "could not be put back") {
		t.Errorf("Close returns %v", err)
	}
}
