package interop

import (
	"encoding/binary"
	"flag"
	"fmt"
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// TestHosts runs on two hosts at a time: on one it listens, on the other it connects to
// the first's address. scripts/test-hosts does so.
var (
	listens = flag.Bool("listen", false, "have TestHosts listen, and say where")
	dials   = flag.String("dial", "", "have TestHosts connect to `ADDRESS:PORT`")
)

// scratch is where the other host writes to, and reads from, in the listening host's
// memory.
const scratch = 3 * largest

// TestHosts sends messages of all lengths from both sides in turn; between them, the
// active side writes and reads the other's memory.
func TestHosts(t *testing.T) {
	switch {
	case *listens:
		listening(t)
	case *dials != "":
		dialing(t, netip.MustParseAddrPort(*dials))
	default:
		t.Skip("it needs another host")
	}
}

func listening(t *testing.T) {
	e := newEnd(t, open(t, first))
	l := e.newListener()
	address, _ := nd2.ParseSockaddr(e.listen(l))
	fmt.Printf("listening at %v\n", address)
	e.want(e.do(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(e.connector, o) }))
	l.Release()
	e.expect(lengths[0])
	at, token := e.remote(scratch)
	e.want(e.accept(string(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(nil, at), token))).wait())
	for i, n := range lengths {
		e.heard(n, e.result(nd2.Success))
		if i+1 < len(lengths) { // it may come as soon as this one is answered
			e.expect(lengths[i+1])
		}
		e.says(n)
		e.result(nd2.Success)
	}
	e.want(e.do(e.connector, e.connector.NotifyDisconnect))
	e.want(e.do(e.connector, e.connector.Disconnect))
}

func dialing(t *testing.T, to netip.AddrPort) {
	e := newEnd(t, open(t, first))
	e.want(e.dial(nd2.Sockaddr(to), "").wait())
	e.want(e.do(e.connector, e.connector.CompleteConnect))
	told := make([]byte, 256) // a provider may pad it
	size := uint32(len(told))
	e.want(e.connector.GetPrivateData(told, &size))
	at, token := binary.LittleEndian.Uint64(told), binary.LittleEndian.Uint32(told[8:])
	for _, n := range lengths {
		e.expect(n)
		e.says(n)
		for _, r := range e.results(2) {
			e.want(r.Status)
			if r.RequestType == nd2.RequestReceive {
				e.heard(n, r)
			}
		}
		e.stores(n, at, token)
	}
	e.want(e.do(e.connector, e.connector.Disconnect))
}

// expect posts a Receive for a message of n bytes, and clears where it goes.
func (e *end) expect(n int) {
	e.t.Helper()
	clear(e.memory[largest : largest+n])
	e.want(e.Receive(1, e.sge(largest, n)))
}

// says sends n bytes that the other side knows.
func (e *end) says(n int) {
	e.t.Helper()
	e.fill(e, n)
	e.want(e.Send(2, e.sge(0, n), 0))
}

// heard compares a message of n bytes with what the other side has sent.
func (e *end) heard(n int, r nd2.Result) {
	e.t.Helper()
	if int(r.BytesTransferred) != n {
		e.t.Errorf("received %d bytes, want %d", r.BytesTransferred, n)
	}
	e.pattern(n)
	e.compare(e, "Send", n)
}

// stores writes n bytes to the other side's memory and reads them back.
func (e *end) stores(n int, at uint64, token uint32) {
	e.t.Helper()
	e.want(e.Write(3, e.sge(0, n), at, token, 0))
	e.result(nd2.Success)
	clear(e.memory[largest : largest+n])
	e.want(e.Read(4, e.sge(largest, n), at, token, 0))
	e.result(nd2.Success)
	e.compare(e, "Write and Read", n)
}
