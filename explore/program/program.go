package program

import "slices"

// A Program is what is carried out on two ends that were opened for it.
type Program struct {
	// Seed is what it was generated from, and Number which of the seed's programs it is.
	Seed   uint64
	Number int
	Config Config
	// Times is how often it is carried out on the same ends; 0 is once.
	Times int
	Steps []Step
}

// A Step is one operation.
type Step struct {
	Op Op `json:"op"`
	// Bits choose objects and parameters among those that the model's state offers.
	Bits uint64 `json:"bits"`
}

// Clone is a copy that shares nothing.
func (p Program) Clone() Program {
	p.Steps = slices.Clone(p.Steps)
	return p
}

// With is the program with other steps.
func (p Program) With(steps []Step) Program {
	p.Steps = slices.Clone(steps)
	return p
}

// Config is what a program begins with. Depths count requests or results; lengths are in
// bytes. What is above an adapter's limits is cut to them.
type Config struct {
	// Connections are made at the start, each with a queue pair at both ends, and again
	// when a step asks for it.
	Connections int `json:"connections"`
	// Initiator, Receive and Shared are the depths of queues; a Shared of 0 is no shared
	// receive queue. Queue is the depth of a completion queue.
	Initiator int `json:"initiator"`
	Receive   int `json:"receive"`
	Shared    int `json:"shared,omitempty"`
	Queue     int `json:"queue"`
	// OneQueue has a completion queue take the results of all queue pairs of an end.
	OneQueue bool `json:"oneQueue,omitempty"`
	// Reads are the read limits that are asked for.
	Reads int `json:"reads"`
	// Entries are those of the longest lists.
	Entries int `json:"entries"`
	// Memory is the length of each region, of which there are Regions at an end; Message
	// is the length of the longest message.
	Memory  int `json:"memory"`
	Regions int `json:"regions"`
	Message int `json:"message"`
	// Windows are the memory windows of an end.
	Windows int `json:"windows"`
}
