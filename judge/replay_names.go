package judge

import (
	"fmt"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
)

// A wrapper stands for one around an object of a provider's. None of its methods is called.
type wrapper struct {
	nd2.Unknown
	*calls.Object
}

// names has the objects that are replayed.
type names Replay

// Object implements [event.Names].
func (n *names) Object(name string) (nd2.Unknown, error) {
	if name == event.Foreign {
		return wrapper{Object: &calls.Object{}}, nil
	}
	if o := n.objects[name]; o != nil {
		return wrapper{Object: o}, nil
	}
	return nil, fmt.Errorf("nothing has created %q", name)
}

// File implements [event.Names].
func (n *names) File(name string) (nd2.OverlappedFile, error) {
	if name == event.Foreign {
		return nobodys{}, nil
	}
	if f := n.files[name]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("nothing has created %q", name)
}

// overlappedOf is the OVERLAPPED that stands for one of the program's.
func (r *Replay) overlappedOf(e *event.Overlapped) *nd2.Overlapped {
	if e == nil {
		return nil
	}
	o := r.overlapped[e.At]
	if o == nil {
		o = new(nd2.Overlapped)
		r.overlapped[e.At] = o
	}
	o.Event = nil
	if e.Event {
		o.Event = eventThatIs(e.Set)
	}
	return o
}

// eventThatIs is an event of the program's when the call was made: set or not.
type eventThatIs bool

// IsSet reports whether it was set.
func (e eventThatIs) IsSet() bool { return bool(e) }

// Set implements [nd2.Event].
func (eventThatIs) Set() {}

// Reset implements [nd2.Event].
func (eventThatIs) Reset() {}

// nobodys stands for a provider's file and for a program's port, which are both elsewhere.
type nobodys struct{}

// BindCompletionPort implements [nd2.OverlappedFile].
func (nobodys) BindCompletionPort(nd2.CompletionPort, uintptr) nd2.Status { return nd2.Success }

// Close implements [nd2.OverlappedFile].
func (nobodys) Close() nd2.Status { return nd2.Success }

// Post implements [nd2.CompletionPort].
func (nobodys) Post(uintptr, *nd2.Overlapped) {}
