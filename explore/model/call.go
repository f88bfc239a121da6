package model

import (
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A Call is what a step is turned into: one call of nd2, or several that belong
// together.
type Call struct {
	Op         program.Op
	End        int
	Connection int
	Context    uint64
	Entries    []Place
	Flags      nd2.OpFlags
	// Fill are places to which, before the call, the client writes what Memory has
	// there.
	Fill []Place
	// Remote is the place at the other end of a Read or Write, reached through Window if that
	// is not negative. Beyond is added to its address, and Forged says that its token
	// belongs to nothing.
	Remote Place
	Window int
	Beyond uint64
	Forged bool
	// Invalidated, if not 0, says that the token is that of an earlier Bind of the window, which has
	// been invalidated: 1 is the first one. 0 is the valid token.
	Invalidated int
	// Retired, if not 0, says that the token is that of a registration which has been ended: 1 is the
	// first one of the end.
	Retired int
	// Rights, if not 0, are the rights, too few, of another registration through which Remote is reached.
	// BadToken says that the token of the entries belongs to a registration that has been ended, or to none.
	Rights   nd2.RegionFlags
	BadToken bool
	// First is a Receive of the other end that is posted before what a Fail posts, or nil.
	First *Call
	// Region and Remote are what a window is bound to.
	Queue  int // a completion queue, or SharedQueue
	Shared bool
	Count  int // how many results to ask for
	Depth  int
	// Threshold is the number of Receives below which a shared receive queue has to
	// notify.
	Threshold int
	Kind      nd2.NotifyType
	// Listener is a listener of the end that does not connect, or of the end of an Await or Withdraw. Those are for the
	// connector of a connection if it is [NoListener].
	Listener int
	// Prepared says that there are the queue pairs that a Connect connects.
	Prepared bool
	// Request is what a Fail posts.
	Request nd2.RequestType
	Notify  *PendingNotify
	Choice  uint64 // for choices that the model leaves to the driver
	// Allowed are the statuses that the call may return, and Rules are those that it breaks
	// otherwise. A call that is to be Refused must fail as the first rule says.
	Allowed []nd2.Status
	Rules   string
	Refused bool

	request *request
	// undo takes back what was entered for the call, if the call is refused.
	undo func()
}

// usesNoQueue reports whether the call has nothing to do with a completion queue.
func (c *Call) usesNoQueue() bool {
	return c.Op == program.Connect || c.Op == program.Reject || c.Op == program.Await || c.Op == program.Withdraw
}

// ends reports whether the call ends a connection.
func (c *Call) ends() bool { return c.Op == program.Flush || c.Op == program.Disconnect }

var (
	succeeds = []nd2.Status{nd2.Success}
	mayFull  = []nd2.Status{nd2.Success, nd2.NoMoreEntries}
	// a greater depth may not be available now
	mayLack = []nd2.Status{nd2.Success, nd2.InsufficientResources, nd2.NoMemory}
	// a shared receive queue need not grow beyond what it was created with
	mayGrow = append(mayLack, nd2.NotSupported)
)
