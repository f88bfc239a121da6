package session_test

import (
	"bufio"
	"encoding/hex"
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"

	_ "github.com/ndconform/ndconform/selftest/mutant/all"
	_ "github.com/ndconform/ndconform/watch/watched"
)

const (
	// hangs is the first argument of this binary for a hanging program; the second says which, the third is the
	// address to report to.
	hangs = "hangs"
	limit = 20 * time.Second
)

// A hanging is a hanging program, as it runs.
type hanging struct {
	ends      [2]ndclient.End
	adapter   [2]ndclient.Adapter
	queue     [2]nd2.CompletionQueue
	pair      [2]nd2.QueuePair
	connector [2]nd2.Connector
	listener  nd2.Listener
	at        []byte // where that listens
	test      string // the address to tell
}

// side makes the objects of one side.
func (h *hanging) side(n int, end ndclient.End) {
	h.ends[n] = end
	a, f := end.Open(nil)
	fine(f)
	h.adapter[n] = a
	h.queue[n] = made[nd2.CompletionQueue](a.CompletionQueue(16))
	h.pair[n] = made[nd2.QueuePair](a.QueuePair(ndclient.Pair{
		Receives: h.queue[n], Initiated: h.queue[n], ReceiveDepth: 4, InitiatorDepth: 4, ReceiveEntries: 1,
		InitiatorEntries: 1,
	}))
	h.connector[n] = made[nd2.Connector](a.Connector())
}

// both makes two sides on one provider; the second listens.
func both(selector, test string) *hanging {
	open, err := ndclient.Open(selector, "", nil)
	fine(err)
	ends, err := open()
	fine(err)
	h := &hanging{test: test}
	h.side(0, ends.End[0])
	h.side(1, ends.End[1])
	h.listen(1)
	return h
}

func (h *hanging) listen(n int) {
	h.listener = made[nd2.Listener](h.adapter[n].Listener())
	at, f := h.ends[n].Listen(h.listener)
	fine(f)
	h.at = at
}

// connect connects the sides.
func (h *hanging) connect() *hanging {
	c := ndclient.Connection{Pair: h.pair, Connector: h.connector}
	fine(c.Connect(h.ends[0].Sockaddr(), h.listener, h.at, 1, limit))
	return h
}

// request makes a request that pends.
func (h *hanging) request(on nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) *ndclient.Request {
	return ndclient.Start(on, call)
}

// notify asks for a notification of a side's queue.
func (h *hanging) notify(n int) *ndclient.Request {
	return h.request(h.queue[n], func(o *nd2.Overlapped) nd2.Status { return h.queue[n].Notify(nd2.NotifyAny, o) })
}

// told waits for the notification of a request.
func (h *hanging) told(r *ndclient.Request) {
	timeout.Until(limit, r.Event.Signaled, r.Event.IsSet)
}

// send sends messages from side 0, and takes the results of the Sends.
func (h *hanging) send(n int) {
	for range n {
		h.ok(h.pair[1].Receive(1, nil))
		h.ok(h.pair[0].Send(2, nil, 0))
		h.take(0, 1)
	}
}

// take takes as many results.
func (h *hanging) take(side, n int) {
	results := make([]nd2.Result, 8)
	timeout.Until(limit, func() <-chan struct{} { return nil }, func() bool {
		n -= int(h.queue[side].GetResults(results))
		return n <= 0
	})
}

func (h *hanging) ok(s nd2.Status) {
	if s != nd2.Success {
		panic(s)
	}
}

// hung reports to the test that everything is done; the next call does not return.
func (h *hanging) hung() {
	_, err := net.Dial("tcp", h.test)
	fine(err)
}

// wait waits for a request, for ever.
func (h *hanging) wait(on nd2.Overlapping, r *ndclient.Request) {
	h.hung()
	on.GetOverlappedResult(r.Overlapped, true)
}

// sleep waits forever for something that the layer does not see.
func (h *hanging) sleep() {
	h.hung()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	fine(err)
	_, _ = l.Accept()
}

// fine panics with an error, or an [ndclient.Failure], if there is one.
func fine(err error) {
	var f *ndclient.Failure
	if err != nil && (!errors.As(err, &f) || f != nil) {
		panic(err)
	}
}

func made[T nd2.Unknown](c ndclient.Creation) T {
	object, f := ndclient.Create[T](c)
	fine(f)
	return object
}

// overUDP is an engine that other processes reach.
const overUDP = "ref,fabric=udp,adapters=1,basic-adapters=0" + endless

// withPeer makes side 0, connected to a peer in another process, which makes Receives and ends when it is told to.
func withPeer(test string, receives string) (h *hanging, end func()) {
	c := exec.Command(os.Args[0], hangs, "peer", receives)
	in, err := c.StdinPipe()
	fine(err)
	out, err := c.StdoutPipe()
	fine(err)
	c.Stderr = os.Stderr
	fine(c.Start())
	lines := bufio.NewScanner(out)
	lines.Scan()
	at, err := hex.DecodeString(lines.Text())
	fine(err)
	h = &hanging{test: test}
	open, err := ndclient.Open("watched,inner="+overUDP, "", nil)
	fine(err)
	ends, err := open()
	fine(err)
	h.side(0, ends.End[0])
	h.ok(h.connector[0].Bind(h.ends[0].Sockaddr()))
	connect := h.request(h.connector[0], func(o *nd2.Overlapped) nd2.Status {
		return h.connector[0].Connect(h.pair[0], at, 0, 0, nil, o)
	})
	fine(connect.Succeed("Connect", limit))
	fine(h.request(h.connector[0], h.connector[0].CompleteConnect).Succeed("CompleteConnect", limit))
	lines.Scan()
	return h, func() {
		in.Close()
		_ = c.Wait()
	}
}

// peer is the other process. It ends with its standard input.
func peer(receives string) {
	open, err := ndclient.Open(overUDP, "", nil)
	fine(err)
	ends, err := open()
	fine(err)
	h := &hanging{}
	h.side(0, ends.End[0])
	h.listen(0)
	os.Stdout.WriteString(hex.EncodeToString(h.at) + "\n")
	get := h.request(h.listener, func(o *nd2.Overlapped) nd2.Status {
		return h.listener.GetConnectionRequest(h.connector[0], o)
	})
	fine(get.Succeed("GetConnectionRequest", limit))
	accept := h.request(h.connector[0], func(o *nd2.Overlapped) nd2.Status {
		return h.connector[0].Accept(h.pair[0], 0, 0, nil, o)
	})
	fine(accept.Succeed("Accept", limit))
	for range strings.Count(receives, "R") {
		h.ok(h.pair[0].Receive(1, nil))
	}
	os.Stdout.WriteString("connected\n")
	_, _ = os.Stdin.Read(make([]byte, 1))
	os.Exit(0)
}
