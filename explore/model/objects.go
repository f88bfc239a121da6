package model

import "github.com/ndconform/ndconform/nd2"

// A Place is a part of a region of one end.
type Place struct{ Region, Offset, Length int }

// An access is a request's use of a place, from its posting until it is known to have ended.
type access struct {
	Place
	request *request
	write   bool
	// sink says that a Read stores its data there.
	sink bool
	over bool
}

// A request is a request that was posted and whose end has not been seen.
type request struct {
	context uint64
	kind    nd2.RequestType
	pair    *pair // nil for a Receive on a shared queue
	flags   nd2.OpFlags
	tick    uint64 // when it was posted
	places  []Place
	length  int
	// local are its accesses at its own end, remote those at the other.
	local, remote []*access
	message       *message // that a Send carries
	window        *window  // that it binds or invalidates
	through       *window  // that a Read or Write goes through
	// mustFail are the statuses that the request may end with, or nil if it must succeed.
	mustFail []nd2.Status
	// failRules are the rules that demand this. passed says that it has ended as if it had succeeded,
	// which some networks allow.
	failRules string
	passed    bool
	// doubtful says that a message to a released queue pair may have taken this Receive of a shared
	// queue: what its places hold is not known until its result comes, if ever.
	doubtful bool
	// order is the place of a Receive in the order of its shared queue; Receives that
	// lanes have posted concurrently have the same one.
	order uint64
}

func (r *request) silent() bool { return r.flags&nd2.SilentSuccess != 0 }

// A message is what a Send carries.
type message struct {
	bytes []byte
	tick  uint64
	// behind are the Writes that were posted before the message: it arrives after them.
	behind []*request
	// fails are the statuses of the Receive that it takes, if that must fail, as the rules say.
	fails []nd2.Status
	rules string
}

// A pair is the queue pair of a connection at one end.
type pair struct {
	end  int
	peer *pair
	// gone says that the queue pair was released. Results queued before may still be taken.
	gone       bool
	connection *connection
	context    uint64
	receiveQueue, initiatorQueue,
	number int
	shared bool
	// initiated and receives are the requests that were posted, oldest first; outgoing are
	// the messages that no Receive has taken. silent counts those of initiated that are.
	initiated, receives []*request
	silent              int
	outgoing            []*message
	// unplaced are Writes that have ended, but that nothing yet shows to have arrived.
	unplaced []*request
	// broken says that a request of the initiator queue has failed, and brokenReceives
	// that a Receive has.
	broken, brokenReceives bool
	// flushed says that the first that failed was canceled, perhaps by the end's own Flush or Disconnect, and
	// flushedReceives the same of the first Receive.
	flushed, flushedReceives bool
	// canceled counts the Receives of the shared queue that were canceled.
	canceled int
	// latest is the order of the last Receive that it took from the shared queue.
	latest uint64
}

// other returns the pair at the other end.
func (p *pair) other() *pair { return p.peer }

// ending reports whether its connection is being ended, or is no more.
func (p *pair) ending() bool { return p.gone || p.connection.phase == ending }

// Phase is the phase of a connection.
type phase int

const (
	absent   phase = iota
	prepared       // there are queue pairs, which nobody has connected
	connecting
	connected
	ending
)

// A connection is a pair of queue pairs.
type connection struct {
	number     int
	phase      phase
	side       [2]*pair
	active     int // the end that asked for it
	flowed     bool
	generation int
	// cause is the end that began to end the connection. illegal is its request that must fail, until
	// that has ended.
	cause   int
	illegal *request
	// faulty says that it ends because that end has failed or its adapter is gone, and refused that it has
	// failed by what its peer refuses.
	faulty, refused bool
	// unsure are the places of both ends whose content is not known.
	unsure [2][]Place
}

// A queue is a completion queue.
type queue struct {
	depth   int
	pending []*PendingNotify
}

// A PendingNotify is a Notify that has not ended.
type PendingNotify struct {
	Kind nd2.NotifyType
	// The model knows of a Notify of a shared receive queue whether it must complete: due says that it does, and canceled
	// that it was canceled. mayFire says that the queue may have held fewer Receives than the threshold of that moment,
	// and above that it certainly held as many.
	due, canceled, mayFire, above bool
}

// Due reports whether the request must complete.
func (a *PendingNotify) Due() bool { return a.due || a.canceled }

// windowPhase is the phase of a memory window.
type windowPhase int

const (
	free windowPhase = iota
	bound
	leaving
)

// A window is a memory window.
type window struct {
	end, number int
	phase       windowPhase
	settled     bool   // its Bind has ended
	open        bool   // the peer has had a message that was sent after the Bind
	since       uint64 // when it was bound
	pair        *pair
	place       Place
	rights      nd2.OpFlags
	// users counts the peer's requests that go through it.
	users int
	// invalidated are the places that it was bound to until it was invalidated, oldest first.
	invalidated []Place
}

// An end is one adapter with its objects.
type end struct {
	limits  nd2.AdapterInfo
	regions [][]byte // the bytes that must be there
	// retired are the regions of registrations that have been ended, oldest first.
	retired []int
	queues  []*queue
	shared  []*request // Receives on the shared queue, oldest first
	// sharedDepth is the depth of the shared queue, or 0 if there is none, and
	// threshold is the number of Receives below which it notifies, or 0 for never.
	// watching are its requests for notifications.
	sharedDepth, threshold int
	watching               []*PendingNotify
	// strayed is how many of its Receives released queue pairs may have taken.
	strayed  int
	windows  []*window
	accesses []*access
	// listeners is how many listeners there are.
	listeners int
}
