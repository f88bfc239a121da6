package program

import (
	"math/rand/v2"
	"slices"
)

// weights say how likely each operation is, outside macros. Each program draws its own
// weights from these.
var weights = map[Op]int{
	Send: 12, Receive: 14, Write: 10, Read: 8, Bind: 3, Invalidate: 3, Results: 20, Notify: 3, Cancel: 1, Resize: 1,
	Settle: 1, Refuse: 2, Ask: 1, Reject: 1, Await: 2, Withdraw: 1, Spare: 1, Register: 1, Watch: 2, Modify: 1,
	Impair: 1, Prepare: 1,
}

// endings are the operations that end a connection; Connect makes it again.
var endings = []Op{Flush, Disconnect, Drop, Fail}

// removed: one program in this number ends with the removal of an adapter.
const removed = 8

// The lengths of programs, in steps: short ones shrink quickly; in long ones, state
// grows old.
const (
	shortLength = 200
	longLength  = 2000
)

// singleConnection is the number, of each 16, of the program that has a single connection and is longest.
const singleConnection = 7

// The numbers, of each 16, of programs whose completion queues hold visible results only, whose Receives
// are mostly shared, whose queues are exactly as deep as one of depths, and which have queues of a single request.
const (
	visibleOnly = 4
	sharedOnly  = 14
	exactDepth  = 10
	shallow     = 8
)

// The numbers, of each 16, of programs with queue pairs for no inline data, for as much as adapters have, and with
// lists that are as long as adapters take.
const (
	noInline    = 9
	mostInline  = 1
	mostEntries = 6
)

// manyEntries and manyBytes are more than most adapters take.
const (
	manyEntries = 64
	manyBytes   = 1 << 12
)

// depths lie near where rings of powers of two wrap, and far from any; the deepest come early.
var depths = []int{1024, 100, 4095, 65, 127, 64, 63, 128}

// manyConnections is how many connections few programs have.
const manyConnections = 16

// longMessages is the number, of each 16, of the program with long messages.
const longMessages = 5

// A Style says what kind of programs to generate.
type Style struct {
	// Lanes is how many client threads every other program has; the rest have one.
	Lanes int `json:"lanes,omitempty"`
	// Favor are operations to use more often.
	Favor []Op `json:"favor,omitempty"`
}

// Generate returns the program with a number, of those that a seed determines. One in
// four is long.
func Generate(seed uint64, number int, style Style) Program {
	g := &generator{rand: rand.New(rand.NewPCG(seed, uint64(number))), style: style, number: number}
	if number%2 == 1 {
		g.lanes = max(1, style.Lanes)
	}
	length := shortLength
	if number%4 == 3 {
		length = longLength
	}
	if number%16 == singleConnection {
		length = 3 * longLength
	}
	p := Program{Seed: seed, Number: number, Style: style, Config: g.config()}
	if p.Config.Shared > 0 && g.rand.IntN(2) == 0 {
		p.Config.Threshold = 1 + g.rand.IntN(p.Config.Shared)
	}
	g.unusual(&p.Config)
	g.connections = p.Config.Connections
	ends := number%8 != 7
	g.draw(ends)
	g.begin()
	for len(g.steps) < length {
		g.next()
	}
	if p.Config.Connections > 2 && p.Config.Connections < manyConnections {
		p.Config.Prepared = g.rand.IntN(2)
	}
	if ends && g.rand.IntN(removed) == 0 {
		g.add(Remove, g.target(), 0)
	}
	p.Steps = g.steps
	if g.lanes > 1 {
		p.Steps = g.spread(p.Steps)
	}
	if n := g.manyMessages(); n > 0 {
		g.steps = slices.DeleteFunc(p.Steps, func(s Step) bool { return s.Op == Resize }) // there must be room
		g.sendMany(0, n)
		p.Steps = g.steps
	}
	return p
}

// A generator makes one program.
type generator struct {
	rand        *rand.Rand
	style       Style
	lanes       int // more than 1 if the program has several
	connections int
	ops         []Op // each as many times as it is likely
	macros      []macro
	ending      int // one step in this number ends a connection; 0 means none
	steps       []Step
	number      int
	deep        int // how many requests it takes to fill a deep queue, or 0
}

func (g *generator) config() Config {
	r := g.rand
	c := Config{
		Connections: 1 + r.IntN(4), Initiator: 2 + r.IntN(14), Receive: 2 + r.IntN(14), Queue: 4 + r.IntN(20),
		OneQueue: r.IntN(4) == 0, Reads: 1 + r.IntN(4), Entries: 1 + r.IntN(4),
		Memory: 64 << 10, Regions: 1 + r.IntN(2), Message: 8 << 10, Windows: r.IntN(4), Control: true,
	}
	if r.IntN(2) == 0 {
		c.Shared = 2 + r.IntN(14)
		c.Connections = max(2, c.Connections)
	}
	if c.OneQueue {
		c.Queue += 4 * c.Connections
	}
	switch r.IntN(16) {
	case 0:
		c.Memory, c.Message = 8<<20, 2<<20
	case 1, 2:
		c.Memory, c.Message = 512<<10, 128<<10
	case 3:
		c.Connections = manyConnections
	}
	return c
}

// unusual gives programs of some numbers what few clients have: queues far deeper than the programs'
// steps need, many windows, regions that neither begin nor end with a page.
func (g *generator) unusual(c *Config) {
	switch g.number % 8 {
	case 2:
		c.Initiator, c.Receive, c.Queue = 100, 100, 100*c.Connections+200
		g.deep = 120
	case 4:
		c.Windows = 12
	case 6:
		c.Entries, c.Reads = 16, 16
	}
	switch g.number % 16 {
	case visibleOnly: // whose completion queues have no room for silent requests
		c.Initiator, c.Receive, c.Queue, c.OneQueue = 64, 64, 5+g.number/16%3, false
	case sharedOnly:
		c.Connections, c.Shared, c.Queue = 4, 32+g.number%97, 200
		if g.number/16%4 == 1 { // more than 8 bits count
			c.Shared, c.Queue = 300, 700
		}
		c.Memory, c.Message, g.deep = 1<<20, 2<<10, c.Shared
		c.Threshold = c.Shared - g.number/16%3
	case exactDepth:
		g.exact(c)
	case shallow:
		c.Initiator, c.Receive = []int{1, 1, 12}[g.number/16%3], []int{1, 12, 1}[g.number/16%3]
		c.Shared = min(c.Shared, 1)
	case noInline:
		c.Inline = -1
	case mostInline:
		c.Inline = manyBytes
	case mostEntries:
		c.Entries = manyEntries
	}
	if g.number%16 == longMessages {
		c.Memory, c.Message, c.Regions, c.Long = 4<<20, 1<<20, 1, true
	}
	if g.number%16 == singleConnection { // whose queues grow old
		c.Connections, c.Shared = 1, 0
	}
	if g.manyMessages() > 0 {
		c.Initiator, c.Receive, c.Queue, c.OneQueue = 2*batch, 2*batch, 8*batch, false
	}
	if g.number%8 == 2 || g.number%2 == 1 && g.number%4 == 1 {
		c.Memory -= 1 + g.number*97%4000
		c.Message = min(c.Message, c.Memory/4)
	}
}

// exact gives a program one connection whose queues are as deep as its completion queues, so that results
// fill these.
func (g *generator) exact(c *Config) {
	depth := depths[g.number/16%len(depths)]
	c.Connections, c.Shared, c.OneQueue = 1, 0, false
	c.Initiator, c.Receive, c.Queue = depth, depth, depth
	c.Memory, c.Regions = max(c.Memory, 512*depth), 1
	g.deep = depth
}

// draw gives the program its own weights: some operations not at all, others often.
func (g *generator) draw(ends bool) {
	for _, op := range ops {
		n := weights[op]
		if n > 0 && op != Receive && op != Results {
			n = n * []int{0, 1, 1, 3}[g.rand.IntN(4)]
		}
		if slices.Contains(g.style.Favor, op) {
			n += 2 * weights[op]
		}
		for range n {
			g.ops = append(g.ops, op)
		}
	}
	for _, m := range macros {
		if g.rand.IntN(2) == 0 {
			g.macros = append(g.macros, m)
		}
	}
	if g.deep > 0 {
		g.macros = append(g.macros, fullQueues, fullQueues, fullQueues)
	}
	switch g.number % 16 {
	case visibleOnly:
		g.macros = append(g.macros, silentBurst, silentBurst, silentBurst)
	case sharedOnly:
		g.macros = append(g.macros, watchShared, watchShared, takingTurns)
	}
	if ends {
		g.ending = []int{20, 60, 120, 400}[g.rand.IntN(4)]
	}
}

// begin fills the queues in programs that test how deep these are, by the ends that may send at once, and then by the
// others.
func (g *generator) begin() {
	switch g.number % 16 {
	case exactDepth:
		fullQueues(g, 0)
		fullQueues(g, 1)
	case sharedOnly:
		fullQueues(g, 3)
		fullQueues(g, 2)
	}
	if g.number%some == manyBatches {
		g.beginWithBatches()
	}
	if g.number%many == firstRegistering {
		g.addMany(Register, 0, 0, registrations)
	}
}

// next adds a step, a macro or an ending.
func (g *generator) next() {
	if g.ending > 0 && g.rand.IntN(g.ending) == 0 {
		on := g.target()
		g.add(endings[g.rand.IntN(len(endings))], on, 0)
		switch g.rand.IntN(8) {
		case 0:
		case 1:
			g.add(Prepare, on, 0)
		default:
			g.add(Connect, on, 0)
		}
		return
	}
	if len(g.macros) > 0 && g.rand.IntN(20) == 0 {
		g.macros[g.rand.IntN(len(g.macros))](g, g.target())
		return
	}
	g.add(g.ops[g.rand.IntN(len(g.ops))], g.target(), g.wishes())
}

// target chooses a queue pair, as the 8 bits of a step that choose its object. The lowest
// bit is the end.
func (g *generator) target() uint64 { return g.rand.Uint64N(uint64(2 * g.connections)) }

// peer returns the queue pair at the other end.
func peer(target uint64) uint64 { return target ^ 1 }

// The wishes of a step; see package model.
const (
	silent  = 1 << 8
	fenced  = 1 << 9
	solicit = 1 << 10
	inline  = 1 << 11
	window  = 1 << 12
	small   = 1 << 13
	full    = 1 << 14
)

func (g *generator) wishes() (w uint64) {
	for _, one := range []struct{ wish, in uint64 }{
		{silent, 3},
		{fenced, 4},
		{solicit, 3},
		{inline, 6},
		{window, 2},
		{small, 2},
		{full, 4},
	} {
		if g.rand.Uint64N(one.in) == 0 {
			w |= one.wish
		}
	}
	return w
}

// add adds a step on a target with wishes; the other bits are drawn.
func (g *generator) add(op Op, target, wishes uint64) {
	g.steps = append(g.steps, Step{Op: op, Bits: g.rand.Uint64()<<16 | wishes | target})
}
