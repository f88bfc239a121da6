//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/windows"
)

// A port is an instance's completion port, from which the packets of all its files go
// to the clients' ports. Packets of the key 0 are its own.
type port struct {
	handle windows.Handle
	twins  *twins
	ended  chan struct{}
	// thread is that which hands packets on.
	thread atomic.Uint32

	mu     sync.Mutex
	files  map[uintptr]*file
	passes []chan struct{}
	closed bool
}

func newPort(ts *twins) (*port, error) {
	h, err := windows.CreateIoCompletionPort(windows.InvalidHandle, 0, 0, 1)
	if err != nil {
		return nil, fmt.Errorf("no completion port: %w", err)
	}
	p := &port{handle: h, twins: ts, ended: make(chan struct{}), files: map[uintptr]*file{}}
	go p.serve()
	return p, nil
}

// bind has the completions of a file posted to it.
func (p *port) bind(f *file) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := uintptr(len(p.files) + 1)
	if _, err := windows.CreateIoCompletionPort(f.handle, p.handle, key, 0); err != nil {
		return err
	}
	p.files[key] = f
	return nil
}

// serve hands packets on until the port is closed.
func (p *port) serve() {
	defer close(p.ended)
	runtime.LockOSThread()
	p.thread.Store(windows.GetCurrentThreadId())
	packet := newBlock(3 * ptrSize)
	defer packet.free()
	field := words(packet)
	for {
		key, overlapped, ok := p.next(packet.address(), field)
		switch {
		case !ok:
			return
		case key == 0:
			if p.passed() {
				return
			}
		default:
			p.deliver(key, overlapped)
		}
	}
}

var getQueuedCompletionStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetQueuedCompletionStatus")

// next waits for a packet. What it names is taken as a number: a DLL may have posted
// anything. Nothing is ok when the port is gone.
func (p *port) next(at uintptr, field []uintptr) (key, overlapped uintptr, ok bool) {
	clear(field)
	got, _, _ := syscall.SyscallN(getQueuedCompletionStatus.Addr(), uintptr(p.handle), at, at+ptrSize, at+2*ptrSize, windows.INFINITE)
	return field[1], field[2], got != 0 || field[2] != 0
}

// deliver posts a packet to the client's port.
func (p *port) deliver(key, overlapped uintptr) {
	p.mu.Lock()
	f := p.files[key]
	p.mu.Unlock()
	t := p.twins.at(overlapped)
	if t == nil {
		panic(fmt.Sprintf("the DLL posted a packet to a completion port for an OVERLAPPED at %#x, where none is", overlapped))
	}
	if v := t.arrived(); v != nil {
		f.client.Post(f.key, v)
	}
}

// pass returns when every packet that is in the port has been handed on, unless it is
// called by who is just being handed one.
func (p *port) pass() {
	if p.thread.Load() == windows.GetCurrentThreadId() {
		return
	}
	p.mu.Lock()
	if p.closed || len(p.files) == 0 {
		p.mu.Unlock()
		return
	}
	done := make(chan struct{})
	p.passes = append(p.passes, done)
	err := windows.PostQueuedCompletionStatus(p.handle, 0, 0, nil)
	p.mu.Unlock()
	if err == nil {
		<-done
	}
}

// passed takes note of a packet of the port's own; it reports whether it was the last.
func (p *port) passed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.passes) > 0 {
		close(p.passes[0])
		p.passes = p.passes[1:]
	}
	return p.closed && len(p.passes) == 0
}

func (p *port) close() {
	p.mu.Lock()
	p.closed = true
	_ = windows.PostQueuedCompletionStatus(p.handle, 0, 0, nil)
	p.mu.Unlock()
	<-p.ended
	_ = windows.CloseHandle(p.handle)
}
