package legal

import (
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

const (
	exhaustible = "Hardware's resources may be exhausted, which has a documented answer."
	exhausted   = "Hardware's resources may be exhausted, which has a documented answer; no page says how many an " +
		"adapter must have."
)

// bounds are variants with little of one resource and enough of all others.
var bounds = alike(Variant{Permits: exhausted, Excludes: because(exhaustionCode, "well-known-codes")}, []Variant{
	{
		ID: "two-adapters-open", hooks: limitObjects("IND2Adapter", 2),
		Differs:  "Two adapter objects can be open at a time.",
		Source:   "IND2Provider.md, IND2Provider::OpenAdapter, Return Value",
		Excludes: because("an object that is open already takes no room", "one-adapter-object"),
	},
	{
		ID:      "two-files",
		Differs: "Two overlapped files can be open at a time.",
		Source:  "IND2Adapter.md, IND2Adapter::CreateOverlappedFile, Return Value",
		hooks: func() calls.Hooks {
			return counted(2, nd2.NoMemory, calls.AdapterCreateOverlappedFile, calls.FileClose)
		},
	},
	{
		ID: "few-objects", hooks: limitObjects("", defaultLimit),
		Differs: "There are resources for four objects of each kind at a time.",
		Permits: exhaustible, Source: "IND2Adapter.md, IND2Adapter::CreateQueuePair, Return Value",
	},
	{
		ID: "late-room",
		Differs: "There are resources for 8192 objects of each kind; those of an object are free a millisecond after its " +
			"release.",
		Permits:  "Nothing says that an object's resources are free when its Release returns.",
		Source:   "IND2Adapter.md, IND2Adapter::CreateQueuePair, Return Value",
		hooks:    func() calls.Hooks { return (&objectLimit{most: 8192, after: time.Millisecond}).hooks() },
		Excludes: because("both say how many there are", "few-objects"),
	},
	atMost(1, "Listener", "one-listener", "There is one listener at a time."),
	atMost(3, "Listener", "three-listeners", "There are three listeners at a time."),
	atMost(2, "Connector", "two-connectors", "There are two connectors at a time."),
	atMost(2, "QueuePair", "two-queue-pairs", "There are two queue pairs at a time."),
	atMost(3, "QueuePair", "three-queue-pairs", "There are three queue pairs at a time."),
	atMost(2, "CompletionQueue", "two-completion-queues", "There are two completion queues at a time."),
	atMost(5, "CompletionQueue", "five-completion-queues", "There are five completion queues at a time."),
	atMost(1, "SharedReceiveQueue", "one-srq", "There is one shared receive queue at a time."),
	atMost(1, "MemoryWindow", "one-window", "There is one memory window at a time."),
	atMost(2, "MemoryRegion", "two-regions", "There are two memory regions at a time."),
	{
		ID:      "one-listening",
		Differs: "One listener of an adapter can listen at a time.",
		Source:  "IND2Listener.md, IND2Listener::Listen, Return Value",
		hooks:   limitHolders(1, nd2.InsufficientResources, "", calls.ListenerListen),
	},
	{
		ID:      "few-listening",
		Differs: "Four listeners of an adapter can listen at a time.",
		Permits: exhaustible, Source: "IND2Listener.md, IND2Listener::Listen, Return Value",
		hooks: limitHolders(defaultLimit, nd2.InsufficientResources, "", calls.ListenerListen),
	},
	{
		ID:      "one-registration",
		Differs: "One region of an adapter can be registered at a time.",
		Source:  "IND2MemoryRegion.md, IND2MemoryRegion::Register, Return Value",
		hooks:   limitHolders(1, nd2.InsufficientResources, calls.MRDeregister, calls.MRRegister),
	},
	{
		ID:      "few-registrations",
		Differs: "Four regions of an adapter can be registered at a time.",
		Permits: exhaustible, Source: "IND2MemoryRegion.md, IND2MemoryRegion::Register, Return Value",
		hooks: limitHolders(defaultLimit, nd2.InsufficientResources, calls.MRDeregister, calls.MRRegister),
	},
	{
		ID: "eight-mebibytes", hooks: registering(8 << 20),
		Differs: "An adapter registers 8 MiB in all.",
		Source:  "IND2MemoryRegion.md, IND2MemoryRegion::Register, Return Value",
	},
	{
		ID:      "one-port",
		Differs: "One connector or listener of an adapter can be bound at a time.",
		Source:  "IND2Connector.md, IND2Connector::Bind, Return Value",
		hooks:   limitHolders(1, nd2.TooManyAddresses, "", calls.ConnectorBind, calls.ListenerBind),
	},
	{
		ID: "few-ports", hooks: limitedPorts,
		Differs: "Four connectors and listeners of an adapter can be bound at a time; only the client's own choice of a " +
			"port gets more.",
		Permits: "Bind has an answer for an adapter with no port left to assign.",
		Source:  "IND2Connector.md, IND2Connector::Bind, Return Value",
	},
	{
		ID:      "one-notify",
		Differs: "A completion queue and a shared receive queue have room for one Notify at a time.", Source: notifyReturns,
		hooks: requestsAtATime(1, perObject, calls.CQNotify, calls.SRQNotify),
	},
	{
		ID:      "two-notifies",
		Differs: "A completion queue and a shared receive queue have room for two Notify requests at a time.",
		Source:  notifyReturns, hooks: requestsAtATime(2, perObject, calls.CQNotify, calls.SRQNotify),
	},
	{
		ID:      "one-notify-of-all",
		Differs: "All completion queues and shared receive queues of an adapter have room for one Notify at a time.",
		Source:  notifyReturns, hooks: requestsAtATime(1, perAdapter, calls.CQNotify, calls.SRQNotify),
	},
	{
		ID:      "one-request-each",
		Differs: "A listener has room for one GetConnectionRequest at a time, a connector for one request of any kind.",
		Permits: otherCodes, Source: "IND2Listener.md, Return Value of every method",
		hooks: requestsAtATime(1, perObject, calls.ListenerGetConnectionRequest, calls.ConnectorNotifyDisconnect,
			calls.ConnectorConnect, calls.ConnectorAccept, calls.ConnectorCompleteConnect, calls.ConnectorDisconnect),
	},
	{
		ID: "two-requests-of-all", hooks: requestsAtATime(2, perAdapter),
		Differs: "All objects of an adapter have room for two overlapped requests at a time.",
		Permits: otherCodes, Source: "IND2Listener.md, Return Value of every method",
	},
})

// atMost is a variant with a limit to how many objects of a kind there are.
func atMost(n int, kind, id, differs string) Variant {
	return Variant{
		ID: id, Differs: differs, Source: "IND2Adapter.md, IND2Adapter::Create" + kind + ", Return Value",
		hooks: limitObjects("IND2"+kind, n),
	}
}

// limitHolders makes the hooks of a [resourceLimit].
func limitHolders(most int, refusal nd2.Status, freeing string, acquiring ...string) func() calls.Hooks {
	return func() calls.Hooks {
		return (&resourceLimit{acquiring: acquiring, freeing: freeing, refusal: refusal, most: most}).hooks()
	}
}

// counted makes hooks that let one method succeed at most a number of times more than another.
func counted(most int32, answer nd2.Status, more, fewer string) calls.Hooks {
	var n atomic.Int32
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case more:
			if n.Add(1) > most {
				n.Add(-1)
				return answer
			}
			s := c.Proceed()
			if s != nd2.Success && s != nd2.Pending {
				n.Add(-1)
			}
			return s
		case fewer:
			s := c.Proceed()
			if s == nd2.Success || s == nd2.Pending {
				n.Add(-1)
			}
			return s
		}
		return c.Proceed()
	}}
}
