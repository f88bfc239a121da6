package ref

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
)

var messages = flag.Int("messages", 640, "the `number` of messages over each impaired network; 100000 takes minutes")

const (
	lossyConnections = 16
	lossySlots       = 16   // messages in progress on a connection
	lossySlot        = 9000 // bytes, the longest message
)

// Messages arrive whole, once and in order, whatever happens to packets, as long as
// none is lost eight times in a row, which ends a connection.
func TestImpairedNetworks(t *testing.T) {
	for _, network := range []string{inMemory, overUDP} {
		for _, p := range []float64{0.01, 0.05} {
			t.Run(fmt.Sprintf("%s %v", network, p), func(t *testing.T) {
				o := udpOptions(t, 2)
				o.fabric = network
				o.limits.MTU = 1024
				o.impairments = fabric.Impairments{Loss: p, Duplicate: p, Reorder: p, Corrupt: 0.01}
				i := openForTest(t, o)
				began := time.Now()
				var all sync.WaitGroup
				for n := range lossyConnections {
					c := newLossy(t, i, uint64(n))
					all.Go(func() { c.run(c.send) })
					all.Go(func() { c.run(c.receive) })
				}
				all.Wait()
				t.Logf("%d messages in %v", *messages, time.Since(began))
				expectDamage(t, i)
			})
		}
	}
}

// expectDamage shows that packets were damaged, and found out.
func expectDamage(t *testing.T, i *instance) {
	t.Helper()
	for _, h := range i.adapters {
		if c := h.device.Counters(); c.Malformed == 0 {
			t.Errorf("no packet that came to %v was damaged", h.addresses)
		}
	}
}

// A lossy is a connection on which a sends messages to b.
type lossy struct {
	t      *testing.T
	number uint64
	count  int
	a, b   *testSide
	*testPair
}

func newLossy(t *testing.T, i *instance, number uint64) *lossy {
	c := &lossy{t: t, number: number, count: *messages / lossyConnections}
	c.a, c.b = newTestSide(t, i, 0), newTestSide(t, i, 1)
	for _, s := range []*testSide{c.a, c.b} {
		returns(t, pends(s.region, s.region.Deregister).wait(), nd2.Success)
		s.memory = make([]byte, lossySlots*lossySlot)
		returns(t, pends(s.region, func(o *nd2.Overlapped) nd2.Status {
			return s.region.Register(s.memory, nd2.AllowLocalWrite, o)
		}).wait(), nd2.Success)
	}
	c.testPair = connectPair(t, c.a, c.b)
	for n := range lossySlots {
		returns(t, c.bQueuePair.Receive(uintptr(n), c.b.slot(n, lossySlot)), nd2.Success)
	}
	return c
}

// slot is the memory of the n-th message.
func (s *testSide) slot(n, length int) []nd2.SGE {
	at := n % lossySlots * lossySlot
	return []nd2.SGE{{Buffer: s.memory[at : at+length], MemoryRegionToken: s.region.GetLocalToken()}}
}

// message is the n-th message.
func (c *lossy) message(n int) []byte {
	random := rand.New(rand.NewPCG(c.number, uint64(n)))
	b := make([]byte, 8+random.IntN(64))
	if n%4 == 0 {
		b = make([]byte, 8+random.IntN(lossySlot-8))
	}
	for i := 0; i+8 <= len(b); i += 8 {
		binary.LittleEndian.PutUint64(b[i:], random.Uint64())
	}
	return b
}

// run carries out a side; errors go to the test.
func (c *lossy) run(side func() error) {
	if err := side(); err != nil {
		c.t.Errorf("connection %d: %v", c.number, err)
	}
}

func (c *lossy) send() error {
	for n := range c.count {
		if n >= lossySlots {
			if r := c.a.next(); r.Status != nd2.Success {
				return fmt.Errorf("a Send ended with %v", r.Status)
			}
		}
		m := c.message(n)
		sge := c.a.slot(n, len(m))
		copy(sge[0].Buffer, m)
		if s := c.aQueuePair.Send(uintptr(n), sge, 0); s != nd2.Success {
			return fmt.Errorf("Send returned %v", s)
		}
	}
	return nil
}

func (c *lossy) receive() error {
	for n := range c.count {
		r := c.b.next()
		m := c.message(n)
		sge := c.b.slot(n, int(r.BytesTransferred))
		if r.Status != nd2.Success || !bytes.Equal(sge[0].Buffer, m) {
			return fmt.Errorf("message %d: %v, %d bytes, want %d with other data", n, r.Status, r.BytesTransferred, len(m))
		}
		clear(sge[0].Buffer)
		if s := c.bQueuePair.Receive(uintptr(n), c.b.slot(n, lossySlot)); s != nd2.Success {
			return fmt.Errorf("Receive returned %v", s)
		}
	}
	return nil
}

// next waits for a result, in any goroutine.
func (s *testSide) next() nd2.Result {
	var r [1]nd2.Result
	for s.cq.GetResults(r[:]) == 0 {
		if e := pends(s.cq, func(o *nd2.Overlapped) nd2.Status {
			return s.cq.Notify(nd2.NotifyAny, o)
		}).wait(); e != nd2.Success {
			return nd2.Result{Status: e}
		}
	}
	return r[0]
}
