//go:build windows && (amd64 || arm64)

package dll

import (
	"slices"
	"sync"
	"syscall"

	"golang.org/x/sys/windows"
)

var bindIoCompletionCallback = windows.NewLazySystemDLL("kernel32.dll").NewProc("BindIoCompletionCallback")

// pool holds the instances that have bound files to the system's thread pool. Closed instances
// stay: a late packet is stray only if no instance knows its OVERLAPPED. Each instance keeps its
// files and OVERLAPPEDs, some hundred bytes each; a worker opens only one or two instances.
var pool struct {
	mu        sync.Mutex
	instances []*instance
}

// A pooled is an instance's link to the system's thread pool. The zero value is ready to use.
type pooled struct {
	mu     sync.Mutex
	closed bool
	inside sync.WaitGroup
}

// enter admits a thread until it leaves, unless the instance is closed.
func (p *pooled) enter() (ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.inside.Add(1)
	}
	return !p.closed
}

func (p *pooled) leave() { p.inside.Done() }

// close admits no more threads, and returns when none is inside.
func (p *pooled) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.inside.Wait()
}

// poolCallback is what a thread of the pool calls when a request has ended. A program can create
// only a few callbacks, so it is created once.
var poolCallback = sync.OnceValue(func() uintptr {
	return syscall.NewCallback(func(_, _, overlapped uintptr) uintptr {
		deliverFromPool(overlapped)
		return 0
	})
})

// deliverFromPool hands on the packet of a request. It drops packets for closed instances.
func deliverFromPool(overlapped uintptr) {
	o := inPool(overlapped)
	if o == nil {
		panic(stray(overlapped))
	}
	p := &o.of.instance.pooled
	if p.enter() {
		defer p.leave()
		o.boundTo().deliver(o)
	}
}

// inPool returns the proxy at an address, from any instance with files bound to the thread pool,
// or nil.
func inPool(address uintptr) *proxyOverlapped {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	for _, i := range pool.instances {
		if o := i.proxies.at(address); o != nil {
			return o
		}
	}
	return nil
}

// bindToPool makes the system's thread pool deliver the packets of a file's requests.
func (f *file) bindToPool() error {
	pool.mu.Lock()
	if !slices.Contains(pool.instances, f.instance) {
		pool.instances = append(pool.instances, f.instance)
	}
	pool.mu.Unlock()
	if ok, _, err := bindIoCompletionCallback.Call(uintptr(f.handle), poolCallback(), 0); ok == 0 {
		return err
	}
	return nil
}
