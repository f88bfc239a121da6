package event

import "errors"

// An Event is one thing that a checker is told: one of its parts is set.
type Event struct {
	// Call says that a call begins, Return how a call ended, and Again how often the latest call was repeated right away,
	// with the same outcome.
	Call   *Call   `json:"call,omitempty"`
	Return *Return `json:"return,omitempty"`
	Again  uint64  `json:"again,omitempty"`
	// Notification is one of a request.
	Notification *Notification `json:"notification,omitempty"`
	File         *File         `json:"file,omitempty"`
	Removal      *Removal      `json:"removal,omitempty"`
	// Removes says that the checker is told of all removals of adapters.
	Removes bool `json:"removes,omitempty"`
}

// Check says why this can't be an event.
func (e Event) Check() error {
	parts := 0
	for _, set := range []bool{
		e.Call != nil, e.Return != nil, e.Again > 0, e.Notification != nil, e.File != nil, e.Removal != nil, e.Removes,
	} {
		if set {
			parts++
		}
	}
	if parts != 1 {
		return errors.New("an event has one part")
	}
	return nil
}

// A Notification is what happened to the event of a request, or to the port of its file.
type Notification struct {
	// Request is the number that its call has given the request; 0 is an unknown one.
	Request uint64 `json:"request"`
	// Reset says that the event was reset, not set. Packet is the overlapped file of a packet, and Key that packet's.
	Reset  bool    `json:"reset,omitempty"`
	Packet string  `json:"packet,omitempty"`
	Key    uintptr `json:"key,omitempty"`
}

// A File is what the program does with an overlapped file.
type File struct {
	Name string `json:"name"`
	// Bound says that it was bound to a port with Key, otherwise it is closed.
	Bound bool    `json:"bound,omitempty"`
	Key   uintptr `json:"key,omitempty"`
}

// A Removal is that of an adapter, which is put back by another one of the same number.
type Removal struct {
	Number  uint64 `json:"number"`
	Adapter uint64 `json:"adapter"`
	Back    bool   `json:"back,omitempty"`
}
