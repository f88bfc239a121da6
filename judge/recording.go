package judge

import (
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/judge/event"
)

// Record has the checker tell what it is told, in the same order, so that another one finds the same: see [Replay]. It
// is called before the first call. record is called by one goroutine at a time.
func (k *Checker) Record(record func(event.Event)) { k.record = record }

// Keep has what is recorded have the first bytes, as many as that, of each message that is sent or written.
func (k *Checker) Keep(bytes int) { k.kept = bytes }

// message is what is recorded of the bytes of a call's message, as far as they can be read.
func (k *Checker) message(c *calls.Call) (text []byte) {
	if c.Method != calls.QPSend && c.Method != calls.QPWrite {
		return nil
	}
	for _, e := range c.SGE {
		part := contents(memory.Contents(e.Buffer[:min(len(e.Buffer), k.kept-len(text))]))
		if text = append(text, part...); part == nil {
			break
		}
	}
	return text
}

// recordCall records a call that begins, with the client's parameters.
func (k *Checker) recordCall(s *step) {
	if k.record == nil {
		return
	}
	e := event.Begins(s.c, k.nameOf)
	e.Bytes = k.message(s.c)
	e.Number, e.On, e.Thread = s.number, s.o.name, s.mark.Thread
	if s.o.born == k.clock {
		e.Kind = s.o.kind
	}
	if o := s.c.Overlapped; o != nil {
		id := identityOf(o)
		at := id.at + uintptr(unsafe.Pointer(id.overlapped)) // one of them is 0
		e.Overlapped = &event.Overlapped{At: uint64(at), Event: hasEvent(o), Set: isSet(o.Event)}
	}
	k.record(event.Event{Call: e})
}

func (k *Checker) recordReturn(s *step) {
	if k.record == nil {
		return
	}
	e := event.Returns(s.c, s.status, contents)
	e.Number = s.number
	k.record(event.Event{Return: e})
}

func (k *Checker) recordNotification(n event.Notification) {
	if k.record != nil {
		kept := n
		k.record(event.Event{Notification: &kept})
	}
}

func (k *Checker) recordFile(f event.File) {
	if k.record != nil {
		kept := f
		k.record(event.Event{File: &kept})
	}
}

// recordRemoval records that an adapter is removed or put back, and returns a number for it.
func (k *Checker) recordRemoval(r event.Removal) uint64 {
	if r.Number == 0 {
		k.lastRemoval++
		r.Number = k.lastRemoval
	}
	if k.record != nil {
		k.record(event.Event{Removal: &r})
	}
	return r.Number
}

// nameOf is the name of an object or a file that is a parameter.
func (k *Checker) nameOf(object any) string {
	if f, ok := object.(*file); ok && f.k == k {
		return f.state.name
	}
	if of := calls.ObjectOf(object); of != nil {
		if o := k.state(of); o != nil {
			return o.name
		}
	}
	return event.Foreign
}
