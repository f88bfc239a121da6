//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// ND_RESULT's size and the places of its fields, in words.
const (
	resultSize  = 16
	resultBytes = 1
)

// results are the ND_RESULTs that the DLL is given in place of the clients'.
type results struct {
	mu   sync.Mutex
	lent map[uintptr]*loan
}

type loan struct {
	block  *block
	client *nd1.Result
	// stays says that the result may come back again and again, as that of a window
	// may.
	stays bool
}

// lend returns the ND_RESULT that stands for a client's until GetResults gives it back.
func (rs *results) lend(client *nd1.Result, stays bool) uintptr {
	if client == nil {
		return 0
	}
	l := &loan{newBlock(resultSize), client, stays}
	field := words(l.block)
	field[0], field[resultBytes] = uintptr(client.Status), client.BytesTransferred
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.lent == nil {
		rs.lent = map[uintptr]*loan{}
	}
	rs.lent[l.block.address()] = l
	return l.block.address()
}

// takeBack ends the loan of an ND_RESULT that no request has.
func (rs *results) takeBack(address uintptr) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if l := rs.lent[address]; l != nil {
		delete(rs.lent, address)
		l.block.free()
	}
}

// returned returns, filled in, the client's result for one that GetResults has given
// back.
func (rs *results) returned(address uintptr) *nd1.Result {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	l := rs.lent[address]
	if l == nil {
		panic(fmt.Sprintf("INDCompletionQueue::GetResults returned an ND_RESULT at %#x, which no request has", address))
	}
	l.block.check("ND_RESULT")
	field := words(l.block)
	l.client.Status, l.client.BytesTransferred = nd2.Status(uint32(field[0])), field[resultBytes]
	if !l.stays {
		delete(rs.lent, address)
		l.block.free()
	}
	return l.client
}

// An nd1CompletionQueue implements [nd1.CompletionQueue].
type nd1CompletionQueue struct{ nd1Overlapping }

// Resize implements [nd1.CompletionQueue].
func (q *nd1CompletionQueue) Resize(entries uintptr) nd2.Status { return q.do(5, entries) }

// Notify implements [nd1.CompletionQueue].
func (q *nd1CompletionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	return q.request(o, nil, func(overlapped uintptr) nd2.Status { return q.do(6, uintptr(kind), overlapped) })
}

// GetResults implements [nd1.CompletionQueue].
func (q *nd1CompletionQueue) GetResults(out []*nd1.Result) uintptr {
	if out == nil {
		return q.call(7, 0, 0)
	}
	b := q.scratch.take(len(out) * ptrSize)
	clear(b.bytes)
	n := q.call(7, b.address(), uintptr(len(out)))
	b.check("INDCompletionQueue::GetResults")
	for i, address := range words(b)[:min(n, uintptr(len(out)))] {
		out[i] = q.results.returned(address)
	}
	q.scratch.put(b)
	return n
}
