package model

import (
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A World is the state of the objects of both ends. It is used by one goroutine at a time.
type World struct {
	Config program.Config
	// Cover counts the transitions that were visited.
	Cover Coverage
	// Unanswered counts requests that had to fail and that, or before which another one, ended
	// with a timeout: a network may have lost the answer of an end that says no more after it.
	Unanswered int

	ends        [2]*end
	connections []*connection
	requests    map[uint64]*request // posted and not ended, by context
	gone        map[uint64]*pair    // released, by context
	tick        uint64
	// settling says that requests may use the reserved room. attempts counts the attempts
	// to find a place for a late Receive.
	settling bool
	attempts uint64
	// block is what lanes do concurrently; it is nil while there is only one lane.
	block *block
}

// New returns a world without connections, on adapters whose Query returns infos.
// Whatever a configuration asks for above their limits is cut to the limits.
func New(c program.Config, infos [2]nd2.AdapterInfo) *World {
	w := &World{Config: c, Cover: Coverage{}, requests: map[uint64]*request{}, gone: map[uint64]*pair{}}
	for _, i := range infos {
		w.cut(i)
	}
	for e, i := range infos {
		w.ends[e] = w.newEnd(e, i)
	}
	for n := range w.Config.Connections {
		w.connections = append(w.connections, &connection{number: n, active: n % 2})
	}
	return w
}

func (w *World) cut(i nd2.AdapterInfo) {
	c := &w.Config
	for _, l := range []struct {
		value *int
		limit uint32
	}{
		{&c.Initiator, i.MaxInitiatorQueueDepth},
		{&c.Receive, i.MaxReceiveQueueDepth},
		{&c.Shared, i.MaxSharedReceiveQueueDepth},
		{&c.Queue, below(i.MaxCompletionQueueDepth)},
		{&c.Reads, min(i.MaxInboundReadLimit, i.MaxOutboundReadLimit)},
		{&c.Entries, min(i.MaxInitiatorSGE, i.MaxReceiveSGE)},
		{&c.Message, i.MaxTransferLength},
	} {
		*l.value = int(min(uint64(*l.value), uint64(l.limit)))
	}
	c.Threshold = min(c.Threshold, c.Shared)
	c.Memory = int(min(uint64(c.Memory), uint64(i.MaxRegistrationSize)))
	c.Message = min(c.Message, c.Memory/4)
}

// below returns the depth with which a completion queue can be created: less than the
// maximum.
func below(most uint32) uint32 { return max(most, 2) - 1 }

func (w *World) newEnd(number int, info nd2.AdapterInfo) *end {
	e := &end{limits: info, sharedDepth: w.Config.Shared, threshold: w.Config.Threshold}
	for range w.Config.Regions {
		e.regions = append(e.regions, make([]byte, w.Config.Memory))
	}
	queues := 1
	if !w.Config.OneQueue {
		queues = 1 + w.Config.Connections
	}
	for range queues {
		e.queues = append(e.queues, &queue{depth: w.Config.Queue})
	}
	for n := range w.Config.Windows {
		e.windows = append(e.windows, &window{end: number, number: n})
	}
	return e
}

// Windowless says that an end has no memory windows.
func (w *World) Windowless(end int) { w.ends[end].windows = nil }

// Windows returns how many memory windows an end has.
func (w *World) Windows(end int) int { return len(w.ends[end].windows) }

// Queues returns how many completion queues an end has.
func (w *World) Queues(end int) int { return len(w.ends[end].queues) }

// Memory returns what a region of an end must hold.
func (w *World) Memory(end, region int) []byte { return w.ends[end].regions[region] }

// Active returns the end that asks for a connection.
func (w *World) Active(connection int) int { return w.connections[connection].active }

// Connected reports whether a connection has been made and is not being ended.
func (w *World) Connected(connection int) bool { return w.connections[connection].phase == connected }

// A PairShape says how a queue pair is created.
type PairShape struct {
	Context       uint64
	Receive, Init int // its completion queues
	Shared        bool
}

// Join begins a new connection, and returns how its queue pairs are created.
func (w *World) Join(number int) [2]PairShape {
	c := w.connections[number]
	c.generation++
	var shapes [2]PairShape
	for e := range c.side {
		s := PairShape{
			Context: uint64(c.generation&^1)<<32 | uint64(c.generation)<<16 | uint64(number)<<1 | uint64(e),
			Shared:  w.ends[e].sharedDepth > 0 && number%2 == 1,
		}
		s.Receive, s.Init = w.queuesOf(number)
		shapes[e] = s
		c.side[e] = &pair{
			end: e, connection: c, context: s.Context, receiveQueue: s.Receive, initiatorQueue: s.Init,
			number: number, shared: s.Shared,
		}
	}
	c.side[0].peer, c.side[1].peer = c.side[1], c.side[0]
	return shapes
}

// queuesOf returns the completion queues of a connection's queue pairs, at either end.
func (w *World) queuesOf(connection int) (receive, initiated int) {
	if w.Config.OneQueue {
		return 0, 0
	}
	return connection, 1 + connection
}

// Joined notes that a connection has been made.
func (w *World) Joined(number int) {
	c := w.connections[number]
	c.phase, c.flowed = connected, false
	w.Cover.visit("connection/connected")
}

// moment returns a new moment.
func (w *World) moment() uint64 {
	w.tick++
	return w.tick
}
