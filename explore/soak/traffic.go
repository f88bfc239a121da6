package soak

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// crowdMost is how many lines share a completion queue where it can hold their results.
const crowdMost = 32

// A traffic is what lives throughout: connections, whose memory is one region at each
// end of them.
type traffic struct {
	*rig
	rng    *rand.Rand
	lines  []*line
	queues [2][]nd2.CompletionQueue
	region [2]nd2.MemoryRegion
	memory [2][]byte
	tokens [2][2]uint32 // local and remote
	// must is what memory must hold.
	must [2][]byte
	// crowd is how many lines share a completion queue, and inTurn says that there is room for one request
	// at a time.
	crowd  int
	inTurn bool
	// messages and bytes count what has been carried and compared.
	messages, bytes int
	results         [64]nd2.Result
}

// newTraffic makes as many connections as are asked for, or as many as there is room for,
// but at least one.
func newTraffic(r *rig, pairs int, rng *rand.Rand) (t *traffic, v *model.Violation, err error) {
	t = &traffic{rig: r, rng: rng, inTurn: r.depth < requests}
	t.crowd = int(max(1, min(crowdMost, r.results/(2*r.depth))))
	lines, v, err := t.registerLines(pairs, long)
	for ; errors.Is(err, errUnable) && pairs > 0; pairs /= 2 { // as where RLIMIT_MEMLOCK is low
		t.deregister()
		lines, v, err = t.registerLines(pairs, short)
	}
	if v != nil || err != nil {
		return t, v, err
	}
	for _, l := range lines {
		v, err := t.connectLine(l)
		switch {
		case errors.Is(err, errUnable) && l.number > 0:
			t.makeRoom()
			return t, nil, nil
		case v != nil || err != nil:
			return t, v, err
		}
		t.lines = append(t.lines, l)
	}
	return t, nil, nil
}

// registerLines registers the memory of as many lines as are asked for at both ends.
func (t *traffic) registerLines(pairs, longest int) (lines []*line, v *model.Violation, err error) {
	lines, size := t.layOut(pairs, longest)
	for e := range t.side {
		if v, err = t.register(e, size); v != nil || err != nil {
			return nil, v, err
		}
	}
	return lines, nil, nil
}

func (t *traffic) connectLine(l *line) (v *model.Violation, err error) {
	n := l.number
	var queues [2]nd2.CompletionQueue
	for e := range t.side {
		if n%t.crowd == 0 {
			q, err := t.queue(e, uint32(t.crowd)*2*t.depth)
			if err != nil {
				return nil, err
			}
			t.queues[e] = append(t.queues[e], q)
		}
		queues[e] = t.queues[e][n/t.crowd]
	}
	l.Connection, v, err = t.connect(queues, uintptr(n))
	return v, err
}

// rights are all that a region can give.
const rights = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink

// makeRoom gives up lines, and their queue, if there are others, where the adapter has no room for more:
// connections and queues are to come and go beside them.
func (t *traffic) makeRoom() {
	left := len(t.lines) - 1
	if left > t.crowd {
		left = left / t.crowd * t.crowd
	}
	for len(t.lines) > max(left, 1) {
		t.lines[len(t.lines)-1].Release()
		t.lines = t.lines[:len(t.lines)-1]
	}
	for e := range t.queues {
		for len(t.queues[e]) > 1 && (len(t.queues[e])-1)*t.crowd >= len(t.lines) {
			t.queues[e][len(t.queues[e])-1].Release()
			t.queues[e] = t.queues[e][:len(t.queues[e])-1]
		}
	}
}

func (t *traffic) register(e, size int) (v *model.Violation, err error) {
	s := t.side[e]
	t.memory[e], err = s.Allocate(&t.pool, size)
	if err != nil {
		return nil, err
	}
	t.must[e] = make([]byte, size)
	t.fill(t.must[e])
	memory.Overwrite(t.memory[e], t.must[e])
	region, err := create[nd2.MemoryRegion](s.MemoryRegion())
	if err != nil {
		return nil, err
	}
	t.region[e] = region
	f := ndclient.Start(region, func(o *nd2.Overlapped) nd2.Status {
		return region.Register(t.memory[e], rights, o)
	}).Succeed("Register", t.limit)
	switch {
	case f != nil && ndclient.Exhausted(f.Status):
		t.region[e] = nil
		region.Release()
		s.Free(&t.pool, t.memory[e])
		return nil, fmt.Errorf("%w: %w", errUnable, f)
	case f != nil:
		return violation(f), nil
	}
	t.tokens[e] = [2]uint32{region.GetLocalToken(), region.GetRemoteToken()}
	return nil, nil
}

// release releases what lives throughout. Memory that an adapter may still use stays
// mapped.
func (t *traffic) release() {
	for _, l := range t.lines {
		l.Release()
	}
	for _, list := range t.queues {
		for _, q := range list {
			q.Release()
		}
	}
	t.deregister()
}

func (t *traffic) deregister() {
	for e, r := range t.region {
		if r == nil {
			continue
		}
		over := t.request(r, "Deregister", r.Deregister) == nil
		r.Release()
		t.region[e] = nil
		if over {
			t.side[e].Free(&t.pool, t.memory[e])
		}
	}
}

// fill fills bytes with others.
func (t *traffic) fill(b []byte) {
	for len(b) > 0 {
		var next [8]byte
		binary.LittleEndian.PutUint64(next[:], t.rng.Uint64())
		b = b[copy(b, next[:]):]
	}
}

// round makes every line carry a Write, a Read and a message from one end to the other,
// and compares the memory afterwards. The ends take turns.
func (t *traffic) round() *model.Violation {
	from := 0 // the first message is the active end's, as iWARP demands: variant active-first
	if t.messages > 0 {
		from = t.rng.IntN(2)
	}
	for first := 0; first < len(t.lines); first += t.crowd {
		lines := t.lines[first:min(first+t.crowd, len(t.lines))]
		for _, l := range lines {
			if v := t.post(l, from, t.length(l)); v != nil {
				return v
			}
		}
		if v := t.collect(lines, from, due(lines)); v != nil {
			return v
		}
		for _, l := range lines {
			if v := t.compare(l); v != nil {
				return v
			}
		}
	}
	return nil
}

// due counts the results that are missing.
func due(lines []*line) (n int) {
	for _, l := range lines {
		n += l.left[0] + l.left[1]
	}
	return n
}

// The contexts of a line's requests.
const (
	theWrite uintptr = iota
	theRead
	theSend
	theReceive
	contexts
)

// requests is how many an end has under way in a round, where there is room for as many.
const requests = 3

// post posts the requests of a round. A Write that is posted before a message is in place
// when the message has arrived.
func (t *traffic) post(l *line, from, length int) *model.Violation {
	to := 1 - from
	for e := range t.side {
		out := t.must[e][l.at(outgoing):][:length]
		t.fill(out)
		memory.Overwrite(t.memory[e][l.at(outgoing):][:length], out)
	}
	sent := t.must[from][l.at(outgoing):][:length]
	copy(t.must[to][l.at(written):], sent)
	copy(t.must[to][l.at(incoming):], sent)
	l.length = length
	context := uintptr(l.number) * contexts
	pair, token := l.Pair[from], t.tokens[to][1]
	base := memory.Address(t.memory[to])
	s := l.Pair[to].Receive(context+theReceive, t.list(to, l.at(incoming), length))
	if v := t.posted(l, to, "qp.receive.nd-success", s); v != nil {
		return v
	}
	s = pair.Write(context+theWrite, t.list(from, l.at(outgoing), length), base+uint64(l.at(written)), token, 0)
	if v := t.initiated(l, from, "qp.write.nd-success", s); v != nil {
		return v
	}
	if t.reads(from) {
		copy(t.must[from][l.at(fetched):], t.must[to][l.at(outgoing):][:length])
		s = pair.Read(context+theRead, t.list(from, l.at(fetched), length), base+uint64(l.at(outgoing)), token, 0)
		if v := t.initiated(l, from, "qp.read.nd-success", s); v != nil {
			return v
		}
	}
	s = pair.Send(context+theSend, t.list(from, l.at(outgoing), length), 0)
	return t.initiated(l, from, "qp.send.nd-success", s)
}

// reads reports whether an end may read from the other one.
func (t *traffic) reads(from int) bool {
	return t.side[from].Info.MaxOutboundReadLimit > 0 && t.side[1-from].Info.MaxInboundReadLimit > 0
}

// posted counts a request of end e, which must have been taken.
func (t *traffic) posted(l *line, e int, rule string, s nd2.Status) *model.Violation {
	if s != nd2.Success {
		return model.Violates(rule, "connection %d: a request returned %v", l.number, s)
	}
	l.left[e]++
	return nil
}

// initiated is posted for a request that moves data. Where there is room for one, it waits for its result.
func (t *traffic) initiated(l *line, from int, rule string, s nd2.Status) *model.Violation {
	if v := t.posted(l, from, rule, s); v != nil {
		return v
	}
	t.messages++
	t.bytes += l.length
	if !t.inTurn {
		return nil
	}
	return t.collect([]*line{l}, from, 1)
}

func (t *traffic) list(e, at, length int) []nd2.SGE {
	return []nd2.SGE{{Buffer: t.memory[e][at : at+length], MemoryRegionToken: t.tokens[e][0]}}
}

// collect takes due results of lines that share their queues.
func (t *traffic) collect(lines []*line, from, due int) *model.Violation {
	number := lines[0].number / t.crowd
	waited := timeout.New(t.limit)
	for due > 0 {
		taken := 0
		for e := range t.side {
			n := int(t.queues[e][number].GetResults(t.results[:]))
			for _, r := range t.results[:n] {
				if v := t.took(e, from, r); v != nil {
					return v
				}
			}
			taken += n
		}
		due -= taken
		switch {
		case taken > 0:
			waited.Restart()
		case waited.Over():
			return model.Violates("cq.getresults.every-request-ends", "%d requests of connections %d to %d have not ended", due,
				lines[0].number, lines[len(lines)-1].number)
		default:
			runtime.Gosched()
		}
	}
	return nil
}

// took judges a result that came to one end while traffic goes in one direction.
func (t *traffic) took(e, from int, r nd2.Result) *model.Violation {
	n, which := int(r.QueuePairContext), r.RequestContext%contexts
	if n >= len(t.lines) || int(r.RequestContext/contexts) != n {
		return model.Violates("cq.getresults.contexts", "a result has the contexts %d and %d", r.RequestContext,
			r.QueuePairContext)
	}
	l := t.lines[n]
	kind := []nd2.RequestType{nd2.RequestWrite, nd2.RequestRead, nd2.RequestSend, nd2.RequestReceive}[which]
	here := from
	if which == theReceive {
		here = 1 - from
	}
	switch {
	case r.Status != nd2.Success:
		return model.Violates(fmt.Sprintf("cq.getresults.%s.nd-success", names[which]),
			"connection %d: a %v has ended with %v", n, kind, r.Status)
	case r.RequestType != kind:
		return model.Violates("cq.getresults.request-type", "connection %d: the result of a %v says %v", n, kind,
			r.RequestType)
	case e != here || l.left[e] == 0:
		return model.Violates("cq.getresults.every-request-ends", "connection %d: one more has come of a %v", n, kind)
	}
	l.left[e]--
	return nil
}

var names = []string{"write", "read", "send", "receive"}

// compare compares a line's memory at both ends with what it must hold: around its last message, and
// now and then all of it.
func (t *traffic) compare(l *line) *model.Violation {
	length := l.length
	if t.rng.IntN(16) == 0 {
		length = l.most
	}
	for e := range t.side {
		for p := range places {
			from, to := l.at(p)-guard, l.at(p)+length+guard
			is, must := memory.Contents(t.memory[e][from:to]), t.must[e][from:to]
			if !bytes.Equal(is, must) {
				return l.differs(e, p, is, must)
			}
		}
	}
	return nil
}

// differs returns what it violates that a place does not hold what it must.
func (l *line) differs(e, place int, is, must []byte) *model.Violation {
	differ, first := 0, -1
	for i := range is {
		if is[i] != must[i] {
			differ++
			if first < 0 {
				first = i
			}
		}
	}
	rules := []string{
		"mr.bounds.local qp.send.delivers", "qp.send.delivers qp.receive.scatters", "qp.write.stores",
		"qp.read.fetches qp.read.scatters",
	}
	return model.Violates(rules[place],
		"connection %d, end %d, a message of %d bytes: %d bytes differ, the first at %d: %#02x instead of %#02x", l.number,
		e, l.length, differ, first-guard, is[first], must[first])
}

// echoes is how many messages a latency is measured with.
const echoes = 9

// latency returns the median time that a message of one byte and its answer take.
func (t *traffic) latency() (time.Duration, *model.Violation) {
	l := t.lines[0]
	var took []time.Duration
	for range echoes {
		began := time.Now()
		for from := range 2 {
			if v := t.post(l, from, 1); v != nil {
				return 0, v
			}
			if v := t.collect(t.lines[:1], from, due(t.lines[:1])); v != nil {
				return 0, v
			}
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took[len(took)/2], t.compare(l)
}
