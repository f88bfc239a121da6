package cm

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// State is the state of a connection. The names follow IBTA chapter 12; the states with
// and without an MRA are one.
type State uint8

// The states.
const (
	ReqSent     State = iota // active: waits for the peer's REP
	RepReceived              // active: waits for its client
	ReqReceived              // passive: waits for its client
	RepSent                  // passive: waits for the peer's RTU
	Established              // both sides may send
	DreqSent                 // waits for the peer's DREP
	TimeWait                 // over; answers what the peer sends again
	Closed                   // to be forgotten
)

var stateNames = [...]string{
	"ReqSent", "RepReceived", "ReqReceived", "RepSent", "Established", "DreqSent", "TimeWait", "Closed",
}

// String returns the constant's name.
func (s State) String() string { return stateNames[s] }

// Event is what the peer, or the passing of time, does to a connection.
type Event uint8

// The events. A connection has each at most once, and none after Gone.
const (
	// Replied: the peer has accepted; see [Conn.Rep]. Complete or End follows.
	Replied Event = iota
	// Refused: the peer has sent REJ; see [Conn.Rej].
	Refused
	// TimedOut: the peer has been silent for too long while connecting.
	TimedOut
	// Opened: the passive side's connection is established.
	Opened
	// Disconnected: the peer has ended the established connection.
	Disconnected
	// Released: the peer knows that this side has ended the established connection, or
	// can't be told.
	Released
	// Gone: nothing more is expected of the peer; its communication id is free again.
	Gone
)

var eventNames = [...]string{
	"Replied", "Refused", "TimedOut", "Opened", "Disconnected", "Released", "Gone",
}

// String returns the constant's name.
func (e Event) String() string { return eventNames[e] }

// Host receives a connection's messages and events. The connection calls it only within
// its own methods; the host must not call back into them.
type Host interface {
	// Send sends m to the peer's CM. The message may be lost; m is not changed later.
	Send(c *Conn, m wire.CMMessage)
	// Event reports an event, after the state has changed.
	Event(c *Conn, e Event)
}
