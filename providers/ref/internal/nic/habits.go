package nic

import "time"

// Habits are behaviors that the documents permit and a device does not have by
// default. The zero value is the default.
type Habits struct {
	// Peek has a Notify look at what is queued, announced or not.
	Peek bool
	// SlowReceives has results of Receives come later than their messages, by as much
	// at most.
	SlowReceives time.Duration
	// RefuseAfterEnd has a queue pair refuse requests once its connection has ended,
	// rather than flush them.
	RefuseAfterEnd bool
	// IWARP has Sends and Writes succeed once they are transmitted, and a Send without
	// a Receive end the connection.
	IWARP bool
	// TimeWait is how long an address, a port or the four addresses of a connection
	// stay in use after their end.
	TimeWait time.Duration
	// ExclusivePorts keeps connectors from the port of a listener.
	ExclusivePorts bool
	// Apart has the network join no addresses but those of one network.
	Apart bool
	// NoLoopback has the device not connect to itself.
	NoLoopback bool
}
