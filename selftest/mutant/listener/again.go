package listener

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// usedAgain breaks what holds for a listener whose calls were canceled, or whose request was rejected.
func usedAgain() []Mutant {
	const entry = "listener.getconnectionrequest."
	return []Mutant{
		New(entry+"nd-canceled/deaf", "A listener whose calls were canceled hands over no request any more.",
			Since(Ended(calls.ListenerGetConnectionRequest, nd2.Canceled), On(calls.ListenerGetConnectionRequest), Unanswered)),
		New(entry+"nd-canceled/first-only", "CancelOverlappedRequests cancels the oldest call only.",
			OneOnly(calls.ListenerGetConnectionRequest, nd2.Canceled)),
		New(entry+"nd-canceled/once", "Calls of a listener can be canceled only once.", CancelingOnce("IND2Listener")),
		New(entry+"nd-success/not-after-reject",
			"A listener hands over no request any more once one of its requests was rejected.",
			Keeping2(func(c *calls.Call, of *calls.Record[*calls.Object], deaf *calls.Record[bool]) nd2.Status {
				if c.Method == calls.ConnectorReject && of.Get(c.Object) != nil {
					deaf.Set(of.Get(c.Object), true)
				}
				s := c.Proceed()
				if c.Method != calls.ListenerGetConnectionRequest || s.Failed() {
					return s
				}
				if deaf.Get(c.Object) {
					return LeavePending(c)
				}
				of.Set(calls.ObjectOf(c.Connector), c.Object)
				return s
			})),
	}
}

// backlogValues breaks that a listener listens with any backlog, and counts what no longer waits.
func backlogValues() []Mutant {
	refusing := func(which func(backlog uint32) bool) Defect {
		return Refusing(calls.ListenerListen, nd2.InvalidParameter, func(c *calls.Call) bool { return which(c.Backlog) })
	}
	return []Mutant{
		New("listener.listen.backlog/accepted-count", "A request that was accepted counts against the backlog forever.",
			filling(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.Success) })),
		New("listener.listen.nd-success/one-refused", "A backlog of 1 is refused.",
			refusing(func(backlog uint32) bool { return backlog == 1 })),
		New("listener.listen.nd-success/signed", "A backlog of 2,147,483,648 or more is taken for a negative one.",
			refusing(func(backlog uint32) bool { return int32(backlog) < 0 })),
		New("listener.listen.nd-success/zero-refused", "A backlog of 0 is refused.",
			refusing(func(backlog uint32) bool { return backlog == 0 })),
	}
}
