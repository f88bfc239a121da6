//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"
	"sync"
	"weak"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

// OVERLAPPED's size and the places of its fields, in words.
const (
	overlappedSize  = 32
	overlappedEvent = 3
	// systemsPart is the size of Internal and InternalHigh.
	systemsPart = 2 * ptrSize
)

// A proxyOverlapped is the DLL's copy of a client's OVERLAPPED. It keeps its address while the client's
// OVERLAPPED lives, so that late writes of the DLL are detected.
type proxyOverlapped struct {
	of *proxies

	mu    sync.Mutex
	block *block
	event windows.Handle
	// client is the client's OVERLAPPED. pinned keeps it alive while a packet is due, since the client may hold
	// no other reference. pinned is set only while packets > 0.
	client weak.Pointer[nd2.Overlapped]
	pinned *nd2.Overlapped
	// inProgress says that the client has not seen the final status; notified says that the event or the packet
	// has come.
	inProgress, notified bool
	// notify is the client's event until it is set; wasSet says that it was set when the request began.
	notify nd2.Event
	wasSet bool
	// armed says that the event must still be passed on; watched, that a thread waits for it. watched implies
	// armed.
	armed, watched bool
	// packets counts the packets due. It is negative if the DLL has posted too many.
	packets int
	bound   bool
	// waitedFor says that the client has waited in GetOverlappedResult for the last request's end.
	waitedFor bool
	// file is the file of the request's object.
	file *file
	// done copies out what the request has written besides the OVERLAPPED; over says that this is the last time.
	done func(over bool)
	// left is the content of the OVERLAPPED when the request was over, valid if over is set. The system may write
	// the first two words until the packet is taken from the port.
	over bool
	left [overlappedSize]byte
}

// address returns the DLL's address of the OVERLAPPED.
func (p *proxyOverlapped) address() uintptr { return p.block.address() }

// fault describes the DLL's write to an OVERLAPPED whose request was over; empty if there is none.
func (p *proxyOverlapped) fault() string {
	if p.over && p.packets > 0 {
		copy(p.left[:systemsPart], p.block.bytes)
	}
	if !p.over || [overlappedSize]byte(p.block.bytes) == p.left {
		return ""
	}
	return fmt.Sprintf("the DLL wrote to an OVERLAPPED after its request had ended: it was % x, and is % x", p.left,
		p.block.bytes)
}

// check panics if there is a fault.
func (p *proxyOverlapped) check() {
	p.block.check("OVERLAPPED")
	if fault := p.fault(); fault != "" {
		panic(fault)
	}
}

// begin copies the client's OVERLAPPED for a request on an object.
func (p *proxyOverlapped) begin(v *nd2.Overlapped, o *object, done func(over bool)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.check()
	clear(p.block.bytes)
	field := words(p.block)
	field[0], field[1] = v.Internal, v.InternalHigh
	p.over, p.inProgress, p.notified, p.done, p.file, p.bound = false, true, false, done, o.file, o.file.isBound()
	p.packets = max(p.packets, 0) // the DLL had posted too many
	p.notify = v.Event
	if v.Event != nil {
		field[overlappedEvent] = uintptr(p.mirror(v.Event))
		if e, ok := v.Event.(interface{ WithoutPacket() bool }); ok && e.WithoutPacket() {
			field[overlappedEvent] |= 1
			p.bound = false
		}
	}
}

// mirror returns a Win32 event in the client's event's state, as far as that is known.
func (p *proxyOverlapped) mirror(e nd2.Event) windows.Handle {
	fresh := p.event == 0
	if fresh {
		p.event = newEvent(true)
	}
	p.wasSet = true
	if telling, ok := e.(interface{ Signaled() <-chan struct{} }); ok {
		select {
		case <-telling.Signaled():
			_ = windows.SetEvent(p.event)
			return p.event
		default:
			p.wasSet = false
		}
	}
	if !fresh {
		_ = windows.ResetEvent(p.event)
	}
	return p.event
}

// returned takes the status of the call that made the request.
func (p *proxyOverlapped) returned(v *nd2.Overlapped, s nd2.Status) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.copyOut(v)
	if s != nd2.Pending {
		if p.notify != nil && !p.wasSet && signaled(p.event) {
			p.notify.Set() // although it should not have been
		}
		p.end()
		return
	}
	going := words(p.block)[0] == uintptr(nd2.Pending) // which is cheaper to see than the event
	ended := p.notify != nil && !going && signaled(p.event)
	if p.notify != nil && p.wasSet && !ended {
		p.notify.Reset()
	}
	p.expect(v, ended)
}

// wasNotified reports whether the client knows of the end of the request or of a phase.
func (p *proxyOverlapped) wasNotified() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.notified
}

// answered takes the status of GetOverlappedResult; notified is what wasNotified returned before the call.
func (p *proxyOverlapped) answered(v *nd2.Overlapped, s nd2.Status, wait, notified bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.inProgress { // it was over, or never began
		return
	}
	p.notice()
	if s == nd2.Pending {
		if notified { // the next phase has begun
			p.notified = false
			p.expect(v, signaled(p.event))
		}
		return
	}
	p.copyOut(v)
	p.waitedFor = wait
	p.end()
}

// expect waits for the request's packet and event, if it has them; ended says that the event is set.
func (p *proxyOverlapped) expect(v *nd2.Overlapped, ended bool) {
	if p.bound {
		p.packets++
		if p.packets > 0 { // otherwise it has come
			p.pinned = v
		}
	}
	if v.Event != nil {
		p.notify = v.Event
		p.arm(ended)
	}
}

// newFault is fault, but returns each fault only once.
func (p *proxyOverlapped) newFault() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	fault := p.fault()
	p.left = [overlappedSize]byte(p.block.bytes)
	return fault
}

// copyOut copies the status to the client's OVERLAPPED.
func (p *proxyOverlapped) copyOut(v *nd2.Overlapped) {
	p.block.check("OVERLAPPED")
	field := words(p.block)
	v.Internal, v.InternalHigh = field[0], field[1]
}

// end ends the request; from then on the OVERLAPPED is the client's again.
func (p *proxyOverlapped) end() {
	p.copyOthers(true)
	p.done = nil
	p.inProgress, p.over = false, true
	if !p.armed {
		p.notify = nil
	}
	p.of.noteEnd(p)
	p.left = [overlappedSize]byte(p.block.bytes)
}

func (p *proxyOverlapped) copyOthers(over bool) {
	if p.done != nil {
		p.done(over)
	}
}

// arm waits for the event. It passes on an event that is already set at once, without a thread.
func (p *proxyOverlapped) arm(ended bool) {
	p.armed = true
	watched := p.watched
	switch p.watched = watched || !ended; {
	case ended:
		p.pass()
	case !p.bound && !p.waitedFor:
		p.of.instance.watch.add(p)
	case !watched:
		p.of.instance.watch.addDeferred(p)
	}
}

// notice sets the client's event if the DLL has set its own.
func (p *proxyOverlapped) notice() {
	if p.armed && signaled(p.event) {
		p.pass()
	}
}

// pass sets the client's event.
func (p *proxyOverlapped) pass() {
	p.armed, p.notified = false, true
	p.copyOthers(false)
	if v := p.client.Value(); v != nil && p.inProgress { // the woken client may read the status at once
		field := words(p.block)
		v.Internal, v.InternalHigh = field[0], field[1]
	}
	p.notify.Set()
	p.notify = nil
}

// look is notice for the thread that watches the event; it reports whether nothing is left to watch.
func (p *proxyOverlapped) look() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.notice()
	if p.watched = p.armed; !p.armed {
		p.of.instance.watch.remove(p)
	}
	return !p.armed
}

// hear is notice for a call that may have ended the request. The thread that watches the event goes on.
func (p *proxyOverlapped) hear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.notice()
}

func (p *proxyOverlapped) boundTo() *file {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.file
}

// arrived returns the client's OVERLAPPED for an arrived packet.
func (p *proxyOverlapped) arrived() *nd2.Overlapped {
	p.mu.Lock()
	defer p.mu.Unlock()
	v := p.client.Value()
	if p.over && p.packets > 0 { // the system has written its part by now
		copy(p.left[:systemsPart], p.block.bytes)
	}
	p.packets--
	if p.packets <= 0 {
		p.pinned, p.notified = nil, true
	}
	p.notice()
	p.copyOthers(false)
	return v
}

func newEvent(manual bool) windows.Handle {
	var manually uint32
	if manual {
		manually = 1
	}
	h, err := windows.CreateEvent(nil, manually, 0, nil)
	if err != nil {
		panic("no event: " + err.Error())
	}
	return h
}

func signaled(event windows.Handle) bool {
	s, err := windows.WaitForSingleObject(event, 0)
	return err == nil && s == windows.WAIT_OBJECT_0
}
