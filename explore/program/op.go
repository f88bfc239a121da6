package program

import "slices"

// An Op is what a step does.
type Op string

// The operations.
const (
	Send       Op = "send"
	Receive    Op = "receive"
	Write      Op = "write"
	Read       Op = "read"
	Bind       Op = "bind"
	Invalidate Op = "invalidate"
	Results    Op = "results" // takes results of one completion queue
	Notify     Op = "notify"  // arms a completion queue
	Cancel     Op = "cancel"  // cancels the requests on a completion or shared receive queue
	Resize     Op = "resize"
	Settle     Op = "settle" // waits for quiescence and compares everything
	Refuse     Op = "refuse" // makes a call that must be refused
	Ask        Op = "ask"    // asks an object about itself
	Fail       Op = "fail"   // posts a request that ends its connection
	Flush      Op = "flush"
	Disconnect Op = "disconnect"
	Drop       Op = "drop" // releases a queue pair without disconnecting
	Connect    Op = "connect"
	Prepare    Op = "prepare"  // creates the queue pairs of a connection, which Connect makes later
	Reject     Op = "reject"   // requests connections that are refused or abandoned
	Await      Op = "await"    // makes a listener wait for a request, or a connector for the end of its connection
	Withdraw   Op = "withdraw" // cancels what a listener or a connector waits for
	Register   Op = "register" // registers a region afresh
	Spare      Op = "spare"    // creates and releases an object that nothing uses
	Watch      Op = "watch"    // arms a shared receive queue
	Modify     Op = "modify"   // modifies a shared receive queue
	Impair     Op = "impair"   // makes something go wrong on the network, or sets it right
	Remove     Op = "remove"   // removes an adapter, which ends the program
	Barrier    Op = "barrier"  // waits until every lane has reached it
)

// Ops lists the operations.
func Ops() []Op {
	return slices.Clone(ops)
}

// Single lists the operations that lanes carry out concurrently.
func Single() []Op { return single }

var ops = []Op{
	Send, Receive, Write, Read, Bind, Invalidate, Results, Notify, Cancel, Resize, Settle,
	Refuse, Ask, Fail, Flush, Disconnect, Drop, Connect, Prepare, Reject, Await, Withdraw, Register,
	Spare, Watch, Modify, Impair,
	Remove, Barrier,
}

// single are the operations that lanes can carry out concurrently: those that are one call
// each, and those that make and refuse connections. What it takes after a Flush or a Disconnect to
// end the connection is done at the next barrier.
var single = []Op{
	Send, Receive, Write, Read, Bind, Invalidate, Results, Notify, Cancel, Resize, Flush, Disconnect,
	Connect, Reject, Await, Withdraw,
}
