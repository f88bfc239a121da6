package program

import "slices"

// A Program is carried out on two ends that were opened for it, or for those that come before it.
type Program struct {
	// Seed is what it was generated from, and Number which of the seed's programs it is.
	Seed   uint64
	Number int
	Style  Style
	Config Config
	// Before are programs that are carried out on the same ends before it, once each: what
	// they leave behind has a part in what it shows. They have none themselves.
	Before []Program
	// Times is how often it is carried out on the same ends; 0 means once.
	Times int
	Steps []Step
}

// A Step is one operation.
type Step struct {
	Op Op `json:"op"`
	// Bits choose objects and parameters among those that the model's state offers.
	Bits uint64 `json:"bits"`
	// Lane is the client thread that carries it out. Steps of different lanes are carried
	// out concurrently, as long as each is one call and no barrier is between them.
	Lane int `json:"lane,omitempty"`
	// Times is how often in a row it is carried out, each time as [Step.Again] says; 0 means once.
	Times int `json:"times,omitempty"`
}

// Again returns the step as it is carried out after a number of times: on the same object with the same
// wishes, and with other choices otherwise, unless those choose the completion queue or what is called at all.
func (s Step) Again(times int) Step {
	switch s.Op {
	case Results, Notify, Cancel, Resize, Refuse, Spare, Reject:
		return s
	}
	s.Bits += uint64(times) * 0x9e3779b97f4a7c15 << 16
	return s
}

// Count returns how often in a row the step is carried out.
func (s Step) Count() int { return max(1, s.Times) }

// mostConcurrent is how many steps are carried out before lanes wait for each other, at most.
const mostConcurrent = 64

// Concurrent returns how many steps, from the first one on, are carried out concurrently: those
// up to a barrier, to a step that is never concurrent, or to a Connect behind what ends connections,
// since these have ended only when all lanes have met. It returns 1 if the first one is carried out
// by itself.
func Concurrent(steps []Step) int {
	n, several, ended := 0, false, false
	for n < min(len(steps), mostConcurrent) && slices.Contains(single, steps[n].Op) && (!ended || steps[n].Op != Connect) {
		several = several || steps[n].Lane != steps[0].Lane
		ended = ended || steps[n].Op == Flush || steps[n].Op == Disconnect
		n++
	}
	if !several {
		return 1
	}
	return n
}

// Clone returns a copy that shares nothing with the program.
func (p Program) Clone() Program {
	p.Steps = slices.Clone(p.Steps)
	p.Before = slices.Clone(p.Before)
	for i, b := range p.Before {
		p.Before[i] = b.Clone()
	}
	return p
}

// Length returns how many steps the program has, with those before it.
func (p Program) Length() int {
	n := len(p.Steps)
	for _, b := range p.Before {
		n += len(b.Steps)
	}
	return n
}

// Lanes returns how many client threads the program has.
func (p Program) Lanes() int {
	lanes := 1
	for _, s := range p.Steps {
		lanes = max(lanes, s.Lane+1)
	}
	return lanes
}

// With returns the program with other steps.
func (p Program) With(steps []Step) Program {
	p.Steps = slices.Clone(steps)
	return p
}

// Config is what a program begins with. Depths count requests or results; lengths are in
// bytes. Numbers above an adapter's limits are cut to them.
type Config struct {
	// Connections are made at the start, each with a queue pair at both ends, and again
	// when a step asks for it.
	Connections int `json:"connections"`
	// Prepared is how many of these are not made at the start: there are their queue pairs only.
	Prepared int `json:"prepared,omitempty"`
	// Initiator, Receive and Shared are the depths of queues; a Shared of 0 means no
	// shared receive queue. Queue is the depth of a completion queue.
	Initiator int `json:"initiator"`
	Receive   int `json:"receive"`
	Shared    int `json:"shared,omitempty"`
	Queue     int `json:"queue"`
	// Threshold is that of the shared receive queue when it is created; 0 means that it does not notify.
	Threshold int `json:"threshold,omitempty"`
	// OneQueue says that one completion queue takes the results of all queue pairs of
	// an end.
	OneQueue bool `json:"oneQueue,omitempty"`
	// Reads is the read limit that is asked for.
	Reads int `json:"reads"`
	// Entries is the number of entries of the longest lists.
	Entries int `json:"entries"`
	// Memory is the length of each region, and Regions is how many an end has; Message is the length of the longest
	// message.
	Memory  int `json:"memory"`
	Regions int `json:"regions"`
	Message int `json:"message"`
	// Long says that every other message has 16 KiB and more, as far as Message allows.
	Long bool `json:"long,omitempty"`
	// Inline is how many bytes of inline data queue pairs are created for: 0 means a few packets' worth, and less
	// than 0 none.
	Inline int `json:"inline,omitempty"`
	// Windows is the number of memory windows of an end.
	Windows int `json:"windows"`
	// Control adds a control connection, which no step touches and on which messages must keep arriving.
	Control bool `json:"canary,omitempty"`
}
