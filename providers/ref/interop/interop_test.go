package interop

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
)

// Lengths around the path MTU of Ethernet's 1500 bytes and of loopback, and long ones.
var lengths = []int{0, 1, 3, 4, 1023, 1024, 1025, 4095, 4096, 4097, 65_537, 1 << 20, largest}

// TestExchange connects in both directions; both ends send, write and read data of all
// lengths.
func TestExchange(t *testing.T) {
	one, two := open(t, first), open(t, second)
	for name, way := range map[string]func(t *testing.T) (active, passive *end){
		"the first connects":  func(t *testing.T) (active, passive *end) { return newEnd(t, one), newEnd(t, two) },
		"the second connects": func(t *testing.T) (active, passive *end) { return newEnd(t, two), newEnd(t, one) },
	} {
		t.Run(name, func(t *testing.T) {
			active, passive := way(t)
			active.connect(passive, "private data")
			for _, n := range lengths {
				for _, from := range []*end{active, passive} {
					to := active
					if from == active {
						to = passive
					}
					from.sends(to, n)
					from.writes(to, n)
					from.reads(to, n)
				}
			}
			gone := passive.start(passive.connector, passive.connector.NotifyDisconnect)
			active.want(active.do(active.connector, active.connector.Disconnect))
			active.want(gone.wait())
			active.want(passive.do(passive.connector, passive.connector.Disconnect))
		})
	}
}

// fill puts the data at the start of the memory, and clears its destination.
func (e *end) fill(to *end, n int) {
	e.pattern(n)
	clear(to.memory[largest : 2*largest+8])
	e.what = fmt.Sprintf("%d bytes from %v to %v", n, e.address, to.address)
	to.what = e.what
}

// pattern puts the n bytes at their source.
func (e *end) pattern(n int) {
	random := rand.New(rand.NewPCG(uint64(n), 1))
	for i := 0; i < n; i += 8 {
		binary.LittleEndian.PutUint64(e.memory[i:], random.Uint64())
	}
}

func (e *end) compare(to *end, what string, n int) {
	e.t.Helper()
	if !bytes.Equal(to.memory[largest:largest+n], e.memory[:n]) {
		e.t.Errorf("%s of %d bytes: other data has arrived", what, n)
	}
	if to.memory[largest+n] != 0 {
		e.t.Errorf("%s of %d bytes: more than that has", what, n)
	}
}

func (e *end) sends(to *end, n int) {
	e.t.Helper()
	e.fill(to, n)
	e.want(to.Receive(1, to.sge(largest, n)))
	e.want(e.Send(2, e.sge(0, n), 0))
	e.result(nd2.Success)
	if r := to.result(nd2.Success); int(r.BytesTransferred) != n {
		e.t.Errorf("received %d bytes, want %d", r.BytesTransferred, n)
	}
	e.compare(to, "Send", n)
}

// remote is where a part of the end's memory is for its peer.
func (e *end) remote(offset int) (address uint64, token uint32) {
	return uint64(uintptr(unsafe.Pointer(&e.memory[offset]))), e.region.GetRemoteToken()
}

func (e *end) writes(to *end, n int) {
	e.t.Helper()
	e.fill(to, n)
	address, token := to.remote(largest)
	e.want(e.Write(3, e.sge(0, n), address, token, 0))
	e.result(nd2.Success)
	e.compare(to, "Write", n)
}

func (e *end) reads(from *end, n int) {
	e.t.Helper()
	from.fill(e, n)
	address, token := from.remote(0)
	e.want(e.Read(4, e.sge(largest, n), address, token, 0))
	e.result(nd2.Success)
	from.compare(e, "Read", n)
}

// TestRefusals makes each end ask for what the other refuses.
func TestRefusals(t *testing.T) {
	one, two := open(t, first), open(t, second)
	for _, swap := range []bool{false, true} {
		for _, c := range []struct {
			name string
			ask  func(e, to *end) nd2.Status
		}{
			{"a Write with a wrong token", func(e, to *end) nd2.Status {
				address, token := to.remote(0)
				return e.Write(1, e.sge(0, 64), address, token^0xff00, 0)
			}},
			{"a Read beyond the region", func(e, to *end) nd2.Status {
				address, token := to.remote(capacity - 32)
				return e.Read(1, e.sge(0, 64), address, token, 0)
			}},
			{"a Send longer than the Receive", func(e, to *end) nd2.Status {
				e.want(to.Receive(9, to.sge(0, 16)))
				return e.Send(1, e.sge(0, 2000), 0)
			}},
			{"a Send without a Receive", func(e, to *end) nd2.Status {
				return e.Send(1, e.sge(0, 64), 0)
			}},
		} {
			t.Run(fmt.Sprintf("%s, swapped %v", c.name, swap), func(t *testing.T) {
				active, passive := newEnd(t, one), newEnd(t, two)
				if swap {
					active, passive = newEnd(t, two), newEnd(t, one)
				}
				active.connect(passive, "")
				active.want(c.ask(active, passive))
				if r := active.results(1)[0]; r.Status == nd2.Success {
					t.Errorf("ended with %v", r.Status)
				} else {
					t.Logf("ended with %v", r.Status)
				}
			})
		}
	}
}
