//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"weak"

	"github.com/ndconform/ndconform/nd2"
)

// quarantine is how many proxies of collected OVERLAPPEDs stay unused.
const quarantine = 256

// inspectedAtOnce is how many proxies inspect looks at, both of the requests that ended last and of
// the others. Looking at all took an eighth of a run's time.
const inspectedAtOnce = 512

type proxies struct {
	instance *instance

	mu        sync.Mutex
	byClient  map[weak.Pointer[nd2.Overlapped]]*proxyOverlapped
	byAddress map[uintptr]*proxyOverlapped
	// all has the proxies of byAddress; inspect begins with all[turn].
	all  []*proxyOverlapped
	turn int
	free []*proxyOverlapped
	// orphans are proxies whose OVERLAPPEDs were collected while an event or a packet was due.
	orphans []*proxyOverlapped

	// ended holds the proxies of the requests that ended last, in a ring.
	endedMu sync.Mutex
	ended   [inspectedAtOnce]*proxyOverlapped
	ends    int
}

func newProxies(i *instance) *proxies {
	return &proxies{
		instance: i, byClient: map[weak.Pointer[nd2.Overlapped]]*proxyOverlapped{},
		byAddress: map[uintptr]*proxyOverlapped{},
	}
}

// of returns the proxy of a client's OVERLAPPED.
func (ps *proxies) of(v *nd2.Overlapped) *proxyOverlapped {
	key := weak.Make(v)
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p := ps.byClient[key]
	if p == nil {
		p = ps.unused()
		p.client = key
		ps.byClient[key] = p
		runtime.AddCleanup(v, ps.reclaim, key)
	}
	return p
}

// unused returns a proxy that belongs to no OVERLAPPED.
func (ps *proxies) unused() *proxyOverlapped {
	if len(ps.orphans) > 0 {
		p := ps.orphans[0]
		ps.orphans = ps.orphans[1:]
		ps.retire(p)
	}
	if len(ps.free) > quarantine {
		p := ps.free[0]
		ps.free = ps.free[1:]
		p.check()
		return p
	}
	p := &proxyOverlapped{of: ps, block: newBlock(overlappedSize)}
	ps.byAddress[p.address()] = p
	ps.all = append(ps.all, p)
	return p
}

// reclaim takes back the proxy of a collected OVERLAPPED.
func (ps *proxies) reclaim(key weak.Pointer[nd2.Overlapped]) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p := ps.byClient[key]
	delete(ps.byClient, key)
	ps.retire(p)
}

// retire frees a proxy whose OVERLAPPED was collected, unless its last request may still have
// effects.
func (ps *proxies) retire(p *proxyOverlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.armed || p.watched || p.packets != 0 || p.inProgress && !p.notified {
		ps.orphans = append(ps.orphans, p)
		return
	}
	if p.inProgress { // nobody has asked for its status
		p.end()
	}
	ps.free = append(ps.free, p)
}

// at returns the proxy at an address, or nil.
func (ps *proxies) at(address uintptr) *proxyOverlapped {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.byAddress[address]
}

// inspect reports the DLL's first write to an OVERLAPPED after its request was over, each write once.
// It looks at the requests that ended last, and at some others in turn.
func (ps *proxies) inspect() error {
	ps.endedMu.Lock()
	last := slices.Clone(ps.ended[:min(ps.ends, inspectedAtOnce)])
	ps.endedMu.Unlock()
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.turn >= len(ps.all) {
		ps.turn = 0
	}
	others := ps.all[ps.turn:min(ps.turn+inspectedAtOnce, len(ps.all))]
	ps.turn += len(others)
	return errors.Join(firstFault(last), firstFault(others))
}

// noteEnd notes that a request has ended.
func (ps *proxies) noteEnd(p *proxyOverlapped) {
	ps.endedMu.Lock()
	defer ps.endedMu.Unlock()
	ps.ended[ps.ends%inspectedAtOnce] = p
	ps.ends++
}

// inspectAll is inspect for all proxies.
func (ps *proxies) inspectAll() error {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return firstFault(ps.all)
}

// firstFault returns the first fault not yet returned.
func firstFault(proxies []*proxyOverlapped) error {
	for _, p := range proxies {
		if fault := p.newFault(); fault != "" {
			return errors.New(fault)
		}
	}
	return nil
}
