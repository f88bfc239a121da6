package model

import (
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A Call is what a step comes to: one call of nd2, or several that belong together.
type Call struct {
	Op         program.Op
	End        int
	Connection int
	Context    uint64
	Entries    []Place
	Flags      nd2.OpFlags
	// Fill are places that the client writes to before the call, what Memory has there.
	Fill []Place
	// Remote is the place at the other end of a Read or Write, through Window if that is
	// not negative. Beyond is added to its address, and Forged says that its token is nobody's.
	Remote Place
	Window int
	Beyond uint64
	Forged bool
	// Spent says that the token is that of an earlier Bind of the window, which has been
	// invalidated: of the first one if it is 1. 0 is the token that is good.
	Spent int
	// Region and Remote are what a window is bound to.
	Queue  int // a completion queue, or SharedQueue
	Shared bool
	Count  int // how many results to ask for
	Depth  int
	// Threshold is below how many Receives a shared receive queue is to notify.
	Threshold int
	Kind      nd2.NotifyType
	// Request is what to post, of a Fail.
	Request nd2.RequestType
	Arm     *Arm
	Choice  uint64 // for what the model leaves to the driver
	// Allowed are the statuses that the call may return, and Rules what it breaks otherwise.
	// A call that is to be Refused must fail as the first rule has it.
	Allowed []nd2.Status
	Rules   string
	Refused bool

	request *request
	// undo takes back what the call has not done.
	undo func()
}

var (
	succeeds = []nd2.Status{nd2.Success}
	mayFull  = []nd2.Status{nd2.Success, nd2.NoMoreEntries}
	mayLack  = []nd2.Status{nd2.Success, nd2.InsufficientResources, nd2.NoMemory} // what is deeper may not be had now
)
