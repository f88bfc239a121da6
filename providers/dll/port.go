//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"golang.org/x/sys/windows"
)

// A port is a completion port of the instance's. It passes packets from files to the
// clients' ports. Packets with key 0 are its own.
type port struct {
	handle  windows.Handle
	proxies *proxies
	dequeue
	ended chan struct{}
	// thread is the thread that hands on packets.
	thread atomic.Uint32

	mu     sync.Mutex
	files  map[uintptr]*file
	passes []chan struct{}
	closed bool
}

func newPort(ps *proxies, d dequeue) (*port, error) {
	h, err := windows.CreateIoCompletionPort(windows.InvalidHandle, 0, 0, 1)
	if err != nil {
		return nil, fmt.Errorf("no completion port: %w", err)
	}
	p := &port{handle: h, proxies: ps, dequeue: d, ended: make(chan struct{}), files: map[uintptr]*file{}}
	go p.serve()
	return p, nil
}

// bind makes the system post a file's completions to the port.
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

// serve hands on packets until the port is closed.
func (p *port) serve() {
	defer close(p.ended)
	runtime.LockOSThread()
	p.thread.Store(windows.GetCurrentThreadId())
	room := newBlock(p.size)
	defer room.free()
	for {
		packets := p.take(p.handle, room)
		if len(packets) == 0 {
			return
		}
		for _, packet := range packets {
			if packet.key != 0 {
				p.deliver(packet)
				continue
			}
			if p.passed() {
				return
			}
		}
	}
}

// deliver posts a packet to the client's port.
func (p *port) deliver(of packet) {
	p.mu.Lock()
	f := p.files[of.key]
	p.mu.Unlock()
	o := p.proxies.at(of.overlapped)
	if o == nil {
		panic(stray(of.overlapped))
	}
	f.deliver(o)
}

// pass returns after every packet in the port was handed on. It does not wait when its
// caller is just being handed a packet.
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

// passed counts the port's own packets, and reports whether this was the last one.
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

// BindAs implements [providers.COM].
func (i *instance) BindAs(way providers.PacketWay, of nd2.OverlappedFile, client nd2.CompletionPort,
	key uintptr,
) nd2.Status {
	f := of.(*file)
	if way == providers.ThreadPool {
		return f.bind(client, key, f.bindToPool)
	}
	many, err := i.portOfMany()
	if err != nil {
		return statusOf(err)
	}
	return f.bindTo(many, client, key)
}

func (i *instance) portOfMany() (p *port, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.many == nil {
		i.many, err = newPort(i.proxies, manyAtOnce)
	}
	return i.many, err
}

var ntQueryInformationFile = windows.NewLazySystemDLL("ntdll.dll").NewProc("NtQueryInformationFile")

// notificationInformation is FileIoCompletionNotificationInformation.
const notificationInformation = 41

// NotificationModes implements [providers.COM].
func (i *instance) NotificationModes(of nd2.OverlappedFile) (modes uint32, err error) {
	var done windows.IO_STATUS_BLOCK
	s, _, _ := ntQueryInformationFile.Call(handleOf(of), uintptr(unsafe.Pointer(&done)), uintptr(unsafe.Pointer(&modes)),
		unsafe.Sizeof(modes), notificationInformation)
	switch status := windows.NTStatus(s); status {
	case windows.STATUS_SUCCESS:
		return modes, nil
	case windows.STATUS_NOT_IMPLEMENTED, windows.STATUS_INVALID_INFO_CLASS, windows.STATUS_NOT_SUPPORTED:
		return 0, fmt.Errorf("NtQueryInformationFile: %w: %w", errors.ErrUnsupported, status)
	default:
		return 0, fmt.Errorf("NtQueryInformationFile: %w", status)
	}
}
