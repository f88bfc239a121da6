package judge

import "github.com/ndconform/ndconform/nd2"

// A StandIn is the event of an OVERLAPPED that stands for one of the program's. Each call may have another one: what
// the program does with its own is told by that one's address.
type StandIn interface {
	nd2.Event
	// Program returns the address of the program's OVERLAPPED, and whether the program has given that an event.
	Program() (at uintptr, event bool)
}

// An identity tells the program's OVERLAPPEDs apart: by address if the OVERLAPPED is elsewhere, else by the OVERLAPPED.
type identity struct {
	overlapped *nd2.Overlapped
	at         uintptr
}

func identityOf(o *nd2.Overlapped) identity {
	if o == nil {
		return identity{}
	}
	if e, is := o.Event.(StandIn); is {
		at, _ := e.Program()
		return identity{at: at}
	}
	return identity{overlapped: o}
}

// hasEvent reports whether the program has given its OVERLAPPED an event.
func hasEvent(o *nd2.Overlapped) bool {
	if e, is := o.Event.(StandIn); is {
		_, event := e.Program()
		return event
	}
	return o.Event != nil
}
