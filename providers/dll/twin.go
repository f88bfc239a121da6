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
)

// A twin is the OVERLAPPED that the DLL is given for a client's. It stays at one place
// for as long as the client's lives, so that whatever a DLL does to it late is noticed.
type twin struct {
	of *twins

	mu    sync.Mutex
	block *block
	event windows.Handle
	// client is the OVERLAPPED; kept keeps it while a packet is due, which is all that its
	// client may have left of it.
	client weak.Pointer[nd2.Overlapped]
	kept   *nd2.Overlapped
	// inProgress says that the client has not learned yet from the provider how the
	// request has ended, and told that its event or its packet says that it may have.
	inProgress, told bool
	// notify is the client's event until it is set, which often holds the OVERLAPPED;
	// wasSet says whether it was set when the request began.
	notify nd2.Event
	wasSet bool
	// armed says that the event has to be passed on, and watched that a thread waits
	// for it.
	armed, watched bool
	// packets counts the packets that are still to come.
	packets int
	bound   bool
	// file is that of the object whose request it is.
	file *file
	// done copies out what the request has written besides the OVERLAPPED; its parameter
	// says that this is the last time.
	done func(over bool)
	// left is what the request has left in the OVERLAPPED, once it is over.
	over bool
	left [overlappedSize]byte
}

// address returns where the DLL finds the OVERLAPPED.
func (t *twin) address() uintptr { return t.block.address() }

// fault says what the DLL has done to an OVERLAPPED whose request was over, if anything.
func (t *twin) fault() string {
	if !t.over || [overlappedSize]byte(t.block.bytes) == t.left {
		return ""
	}
	return fmt.Sprintf("the DLL wrote to an OVERLAPPED after its request had ended: it was % x, and is % x", t.left, t.block.bytes)
}

// check panics if there is a fault.
func (t *twin) check() {
	t.block.check("OVERLAPPED")
	if fault := t.fault(); fault != "" {
		panic(fault)
	}
}

// begin makes the twin like the client's OVERLAPPED, for a request on an object.
func (t *twin) begin(v *nd2.Overlapped, o *object, done func(over bool)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.check()
	clear(t.block.bytes)
	field := words(t.block)
	field[0], field[1] = v.Internal, v.InternalHigh
	t.over, t.inProgress, t.told, t.done, t.file, t.bound = false, true, false, done, o.file, o.file.isBound()
	t.packets = max(t.packets, 0) // there were more than were due
	t.notify = v.Event
	if v.Event != nil {
		field[overlappedEvent] = uintptr(t.mirror(v.Event))
		if quiet, ok := v.Event.(interface{ WithoutPacket() bool }); ok && quiet.WithoutPacket() {
			field[overlappedEvent] |= 1
			t.bound = false
		}
	}
}

// mirror returns a Win32 event in the state of the client's, as far as that can be told.
func (t *twin) mirror(e nd2.Event) windows.Handle {
	fresh := t.event == 0
	if fresh {
		t.event = newEvent(true)
	}
	t.wasSet = true
	if telling, ok := e.(interface{ Signaled() <-chan struct{} }); ok {
		select {
		case <-telling.Signaled():
			_ = windows.SetEvent(t.event)
			return t.event
		default:
			t.wasSet = false
		}
	}
	if !fresh {
		_ = windows.ResetEvent(t.event)
	}
	return t.event
}

// returned notes how the call that made the request has ended.
func (t *twin) returned(v *nd2.Overlapped, s nd2.Status) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.copyOut(v)
	if s != nd2.Pending {
		if t.notify != nil && !t.wasSet && signaled(t.event) {
			t.notify.Set() // although it should not have been
		}
		t.end()
		return
	}
	if t.notify != nil && t.wasSet && !signaled(t.event) {
		t.notify.Reset()
	}
	t.expect(v)
}

// wasTold reports whether the client knows that the request, or a phase of it, has ended.
func (t *twin) wasTold() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.told
}

// answered notes what GetOverlappedResult says; told is what wasTold said before.
func (t *twin) answered(v *nd2.Overlapped, s nd2.Status, told bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.inProgress { // it was over already, or never began
		return
	}
	t.notice()
	if s == nd2.Pending {
		if told { // the next phase has begun
			t.told = false
			t.expect(v)
		}
		return
	}
	t.copyOut(v)
	t.end()
}

// expect waits for a packet and for the event, of those that the request has.
func (t *twin) expect(v *nd2.Overlapped) {
	if t.bound {
		t.packets++
		if t.packets > 0 { // otherwise it has come already
			t.kept = v
		}
	}
	if v.Event != nil {
		t.notify = v.Event
		t.arm()
	}
}

// newFault is like fault, but returns a fault only once.
func (t *twin) newFault() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	fault := t.fault()
	t.left = [overlappedSize]byte(t.block.bytes)
	return fault
}

// copyOut copies what the DLL has made of the twin to the client's OVERLAPPED.
func (t *twin) copyOut(v *nd2.Overlapped) {
	t.block.check("OVERLAPPED")
	field := words(t.block)
	v.Internal, v.InternalHigh = field[0], field[1]
}

// end ends the request; from then on the OVERLAPPED is the client's again.
func (t *twin) end() {
	t.copyOthers(true)
	t.done = nil
	t.inProgress, t.over = false, true
	if !t.armed {
		t.notify = nil
	}
	t.of.noteEnd(t)
	t.left = [overlappedSize]byte(t.block.bytes)
}

func (t *twin) copyOthers(over bool) {
	if t.done != nil {
		t.done(over)
	}
}

// arm makes sure that it is noticed when the event is set.
func (t *twin) arm() {
	t.armed = true
	if t.bound && t.packets == 0 { // the packet may have come before the call returned
		t.notice()
	}
	if !t.armed || t.watched {
		return
	}
	t.watched = true
	if t.bound {
		t.of.instance.watch.addLater(t)
	} else {
		t.of.instance.watch.add(t)
	}
}

// notice sets the client's event if the DLL has set its own.
func (t *twin) notice() {
	if t.armed && signaled(t.event) {
		t.armed, t.told = false, true
		t.copyOthers(false)
		if v := t.client.Value(); v != nil && t.inProgress { // a client that the event wakes may look at the status at once
			field := words(t.block)
			v.Internal, v.InternalHigh = field[0], field[1]
		}
		t.notify.Set()
		t.notify = nil
	}
}

// look is notice, called by the thread that watches the event; it reports whether there
// is nothing more to watch for.
func (t *twin) look() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notice()
	t.watched = t.armed
	return !t.armed
}

// boundTo returns the file of the last request.
func (t *twin) boundTo() *file {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.file
}

// arrived returns the client's OVERLAPPED for which a packet has come.
func (t *twin) arrived() *nd2.Overlapped {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := t.client.Value()
	t.packets--
	if t.packets <= 0 {
		t.kept, t.told = nil, true
	}
	t.notice()
	t.copyOthers(false)
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
