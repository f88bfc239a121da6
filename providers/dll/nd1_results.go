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

// results are the proxies of the clients' ND_RESULTs.
type results struct {
	mu        sync.Mutex
	byAddress map[uintptr]*proxyResult
}

type proxyResult struct {
	block  *block
	client *nd1.Result
	// stays says that GetResults may return it repeatedly, as it does for a window.
	stays bool
}

// proxyFor returns the proxy of a client's ND_RESULT; it lives until GetResults returns
// it.
func (rs *results) proxyFor(client *nd1.Result, stays bool) uintptr {
	if client == nil {
		return 0
	}
	p := &proxyResult{newBlock(resultSize), client, stays}
	field := words(p.block)
	field[0], field[resultBytes] = uintptr(client.Status), client.BytesTransferred
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.byAddress == nil {
		rs.byAddress = map[uintptr]*proxyResult{}
	}
	rs.byAddress[p.block.address()] = p
	return p.block.address()
}

// takeBack frees the proxy of a refused request.
func (rs *results) takeBack(address uintptr) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if p := rs.byAddress[address]; p != nil {
		delete(rs.byAddress, address)
		p.block.free()
	}
}

// returned fills in and returns the client's result for a proxy from GetResults.
func (rs *results) returned(address uintptr) *nd1.Result {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	p := rs.byAddress[address]
	if p == nil {
		panic(fmt.Sprintf("INDCompletionQueue::GetResults returned an ND_RESULT at %#x, which no request has", address))
	}
	p.block.check("ND_RESULT")
	field := words(p.block)
	p.client.Status, p.client.BytesTransferred = nd2.Status(uint32(field[0])), field[resultBytes]
	if !p.stays {
		delete(rs.byAddress, address)
		p.block.free()
	}
	return p.client
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
