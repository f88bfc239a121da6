package rc

import (
	"fmt"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A region is memory that a host opens to its peer.
type region struct {
	base        uint64
	bytes       []byte
	read, write bool
	// stored counts how often each byte was stored, if it is not nil.
	stored []uint8
}

// A testRequest is a Request with its local memory.
type testRequest struct {
	Request
	data []byte
}

// A testReceive is a Receive with its memory and, once returned, its outcome.
type testReceive struct {
	Receive
	data      []byte
	done      bool
	length    uint32
	solicited bool
	outcome   Outcome
}

type completion struct {
	slot    uint32
	outcome Outcome
}

// A testHost is the simplest adapter: requests and regions are found by index, and
// packets are queued for a test to deliver.
type testHost struct {
	t        testing.TB
	name     string
	requests []*testRequest
	regions  []*region // by key
	receives []*testReceive
	taken    int
	got      int // counted by a test

	sent     queue
	finished []completion
	// succeeded are the slots of requests that succeeded early.
	succeeded []uint32
	failed    []Outcome

	// Failures that tests cause.
	onStart     func(r *Request) Outcome
	onGather    func(r *Request, offset uint32) Outcome
	onScatter   func(r *Request, offset uint32) Outcome
	onFill      func(v *Receive, offset uint32) Outcome
	onStore     func(address uint64) Outcome
	onLoad      func(address uint64) Outcome
	onComplete  func(r *Request, o Outcome)
	onReceived  func(v *testReceive)
	log         func(format string, args ...any)
	invalidated []uint32
}

func (h *testHost) Transmit(p *wire.Packet) {
	if h.log != nil {
		h.log("%s > %s", h.name, describe(p))
	}
	h.sent.commit(p)
}

func (h *testHost) Gather(r *Request, offset, n uint32) ([]byte, Outcome) {
	h.alive("Gather")
	if h.onGather != nil {
		if o := h.onGather(r, offset); o != OK {
			return nil, o
		}
	}
	payload := h.sent.room(int(n))
	copy(payload, h.requests[r.Slot].data[offset:])
	return payload, OK
}

func (h *testHost) Scatter(r *Request, offset uint32, src []byte) Outcome {
	h.alive("Scatter")
	if h.onScatter != nil {
		if o := h.onScatter(r, offset); o != OK {
			return o
		}
	}
	copy(h.requests[r.Slot].data[offset:], src)
	return OK
}

func (h *testHost) Start(r *Request) Outcome {
	h.alive("Start")
	if h.onStart != nil {
		return h.onStart(r)
	}
	return OK
}

func (h *testHost) Succeeded(r *Request) { h.succeeded = append(h.succeeded, r.Slot) }

func (h *testHost) Complete(r *Request, o Outcome) {
	if h.log != nil {
		h.log("%s completes %d: %v", h.name, r.Slot, o)
	}
	h.finished = append(h.finished, completion{r.Slot, o})
	if h.onComplete != nil {
		h.onComplete(r, o)
	}
}

func (h *testHost) TakeReceive() *Receive {
	h.alive("TakeReceive")
	if h.taken == len(h.receives) {
		return nil
	}
	h.taken++
	return &h.receives[h.taken-1].Receive
}

func (h *testHost) Fill(v *Receive, offset uint32, src []byte) Outcome {
	h.alive("Fill")
	if h.onFill != nil {
		if o := h.onFill(v, offset); o != OK {
			return o
		}
	}
	copy(h.receives[v.Slot].data[offset:], src)
	return OK
}

func (h *testHost) Received(v *Receive, length uint32, solicited bool, o Outcome) {
	if h.log != nil {
		h.log("%s receives %d: %d bytes, solicited=%t: %v", h.name, v.Slot, length, solicited, o)
	}
	w := h.receives[v.Slot]
	w.done, w.length, w.solicited, w.outcome = true, length, solicited, o
	if h.onReceived != nil {
		h.onReceived(w)
	}
}

func (h *testHost) Check(key uint32, address uint64, length uint32, write bool) Outcome {
	h.alive("Check")
	if h.memory(key, address, length, write) == nil {
		return RemoteAccess
	}
	return OK
}

func (h *testHost) Store(key uint32, address uint64, src []byte) Outcome {
	h.alive("Store")
	if h.onStore != nil {
		if o := h.onStore(address); o != OK {
			return o
		}
	}
	dst := h.memory(key, address, uint32(len(src)), true)
	if dst == nil {
		return RemoteAccess
	}
	copy(dst, src)
	if m := h.regions[key]; m.stored != nil {
		for i := range src {
			m.stored[address-m.base+uint64(i)]++
		}
	}
	return OK
}

func (h *testHost) Load(key uint32, address uint64, n uint32) ([]byte, Outcome) {
	h.alive("Load")
	if h.onLoad != nil {
		if o := h.onLoad(address); o != OK {
			return nil, o
		}
	}
	src := h.memory(key, address, n, false)
	if src == nil {
		return nil, RemoteAccess
	}
	payload := h.sent.room(int(n))
	copy(payload, src)
	return payload, OK
}

func (h *testHost) memory(key uint32, address uint64, length uint32, write bool) []byte {
	if int(key) >= len(h.regions) || h.regions[key] == nil {
		return nil
	}
	m := h.regions[key]
	offset, size := address-m.base, uint64(len(m.bytes))
	if offset > size || uint64(length) > size-offset || write && !m.write || !write && !m.read {
		return nil
	}
	return m.bytes[offset : offset+uint64(length)]
}

func (h *testHost) InvalidateWindow(key uint32) Outcome {
	h.alive("InvalidateWindow")
	h.invalidated = append(h.invalidated, key)
	if int(key) >= len(h.regions) || h.regions[key] == nil {
		return RemoteAccess
	}
	h.regions[key] = nil
	return OK
}

func (h *testHost) Failed(o Outcome) {
	if h.log != nil {
		h.log("%s fails: %v", h.name, o)
	}
	h.failed = append(h.failed, o)
}

// alive checks that the host is not used after the end.
func (h *testHost) alive(call string) {
	if len(h.failed) > 0 {
		h.t.Errorf("%s: %s after the connection failed", h.name, call)
	}
}

// request adds a request over data and returns it for posting.
func (h *testHost) request(r Request, data []byte) *Request {
	r.Slot = uint32(len(h.requests))
	if r.Kind != Bind && r.Kind != Invalidate {
		r.Length = uint32(len(data))
	}
	h.requests = append(h.requests, &testRequest{Request: r, data: data})
	return &h.requests[r.Slot].Request
}

// receive posts a Receive of n bytes.
func (h *testHost) receive(n int) *testReceive {
	v := &testReceive{data: make([]byte, n)}
	v.Slot, v.Length = uint32(len(h.receives)), uint32(n)
	h.receives = append(h.receives, v)
	return v
}

// region adds n bytes of memory for the peer and returns its key.
func (h *testHost) region(n int, read, write bool) uint32 {
	key := uint32(len(h.regions))
	h.regions = append(h.regions, &region{
		base: uint64(key+1) << 32, bytes: make([]byte, n), read: read, write: write,
	})
	return key
}

// outcomes are the outcomes of the returned requests.
func (h *testHost) outcomes() string {
	var list []string
	for _, f := range h.finished {
		list = append(list, fmt.Sprintf("%d %v", f.slot, f.outcome))
	}
	return fmt.Sprint(list)
}

// A queue is a host's transmitted packets before their delivery: a ring of packets with
// room for their payloads.
type queue struct {
	slots       []slot
	first, size int
}

type slot struct {
	packet  wire.Packet
	payload [maxMTU]byte
}

func (q *queue) tail() *slot {
	if q.size == len(q.slots) {
		grown := make([]slot, max(4, 2*q.size))
		for i := range q.size {
			grown[i] = *q.at(i)
			grown[i].packet.Payload = grown[i].payload[:len(grown[i].packet.Payload)]
		}
		q.slots, q.first = grown, 0
	}
	return q.at(q.size)
}

// at is the i-th oldest slot; the ring's size is a power of two.
func (q *queue) at(i int) *slot { return &q.slots[(q.first+i)&(len(q.slots)-1)] }

func (q *queue) room(n int) []byte { return q.tail().payload[:n] }

func (q *queue) commit(p *wire.Packet) {
	s := q.tail()
	s.packet = *p
	s.packet.Payload = s.payload[:len(p.Payload)]
	q.size++
}

// take removes the oldest packet, which is valid until the next is queued.
func (q *queue) take() *wire.Packet {
	p := &q.at(0).packet
	q.first = (q.first + 1) & (len(q.slots) - 1)
	q.size--
	return p
}

// remove takes the i-th packet out of the middle; the copy is the caller's.
func (q *queue) remove(i int) *wire.Packet {
	p := clone(&q.at(i).packet)
	for ; i > 0; i-- {
		s, before := q.at(i), q.at(i-1)
		*s = *before
		s.packet.Payload = s.payload[:len(before.packet.Payload)]
	}
	q.take()
	return p
}

func clone(p *wire.Packet) *wire.Packet {
	c := *p
	c.Payload = append([]byte(nil), p.Payload...)
	return &c
}

// describe is one line for a transcript.
func describe(p *wire.Packet) string {
	s := fmt.Sprintf("%v psn=%d", p.Opcode, p.PSN)
	if p.Opcode.HasRETH() {
		s += fmt.Sprintf(" key=%d length=%d", p.RKey, p.DMALength)
	}
	if p.Opcode.HasAETH() {
		s += fmt.Sprintf(" %v msn=%d", p.Syndrome, p.MSN)
	}
	if p.Opcode.HasIETH() {
		s += fmt.Sprintf(" invalidate=%d", p.InvalidateKey)
	}
	if len(p.Payload) > 0 {
		s += fmt.Sprintf(" %d bytes", len(p.Payload))
	}
	if p.AckReq {
		s += " ackreq"
	}
	if p.Solicited {
		s += " solicited"
	}
	return s
}
