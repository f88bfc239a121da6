package ref

import (
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A habit is a behavior that the documents permit and the engine does not have by
// default: a provider that has it is right, and different.
type habit struct {
	name string
	// sentence says what the engine does with this habit.
	sentence string
	adopt    func(*options)
}

// habits are all the habits that there are.
var habits = []habit{
	{
		"peek", "Notify completes at once while a result that satisfies it is queued, even one that was announced before.",
		func(o *options) { o.behavior.Peek = true },
	},
	{
		"slow-receives", "Results of Receives come up to 3 ms after their messages, each queue pair's in order; what is flushed brings all before it along.",
		func(o *options) { o.behavior.SlowReceives = 3 * time.Millisecond },
	},
	{
		"slow-sends", "Results of other requests than Receives come up to 3 ms after their ends, each queue pair's in order.",
		func(o *options) { o.behavior.SlowSends = 3 * time.Millisecond },
	},
	{
		"ticks", "Results of requests that are not canceled come at every sixteenth millisecond, each queue pair's in order.",
		func(o *options) { o.behavior.Tick = 16 * time.Millisecond },
	},
	{
		"refuse-after-error", "Once a connection has ended, by an error, a Flush or either side's Disconnect, requests are refused with ND_CONNECTION_INVALID.",
		func(o *options) { o.behavior.RefuseAfterEnd = true },
	},
	{
		"iwarp", "A Send or a Write succeeds once it is on its way; that the peer can't take it ends the connection on both sides. " +
			"So does a Send that finds no Receive, except at a shared queue.",
		func(o *options) { o.behavior.IWARP = true },
	},
	{
		"time-wait", "Addresses, ports and the four addresses of a connection stay in use for 50 ms after their end.",
		func(o *options) { o.behavior.TimeWait = 50 * time.Millisecond },
	},
	{
		"exclusive-ports", "No connector can be bound to the port of a listener.",
		func(o *options) { o.behavior.ExclusivePorts = true },
	},
	{
		"family-order", "The first adapter lists its IPv6 address first, the others their IPv4 address.",
		func(o *options) { o.six = true },
	},
	{
		"link-local-listed", "Each adapter lists a link-local address first, too, with a scope id.",
		func(o *options) { o.linkLocal = true },
	},
	{
		"many-addresses", "Each adapter has two more addresses of either family.",
		func(o *options) { o.manyAddresses = true },
	},
	{
		"other-network", "Each adapter is on a network of its own, and reaches none but itself.",
		func(o *options) { o.behavior.Apart = true },
	},
	{
		"no-loopback", "No adapter connects to itself or claims to.",
		func(o *options) { o.behavior.NoLoopback = true },
	},
	{
		"purge-on-release", "The results of a queue pair that is released vanish from its completion queues.",
		func(o *options) { o.behavior.PurgeOnRelease = true },
	},
	{
		"connector-keeps-queue-pair", "A connector holds a reference to its queue pair from Connect or Accept until it is disconnected or released.",
		func(o *options) { o.behavior.KeepQueuePair = true },
	},
	{
		"type1-windows", "A window opens to the peers of all queue pairs of its adapter.",
		func(o *options) { o.behavior.Type1Windows = true },
	},
	{
		"bound-window-state", "Bind refuses a window that is bound with ND_INVALID_DEVICE_STATE.",
		func(o *options) { o.behavior.BoundWindowState = true },
	},
	{
		"invalidate-unbound-returned", "Invalidate refuses a window that is not bound to the queue pair, which otherwise a result would say later.",
		func(o *options) { o.behavior.UnboundReturned = true },
	},
	{
		"bind-flags-refused", "Bind refuses to grant no rights.",
		func(o *options) { o.behavior.BindNeedsRights = true },
	},
	{
		"ignore-flags", "Reads, Binds and Invalidates pass over flags that they don't have.",
		func(o *options) { o.behavior.IgnoreFlags = true },
	},
	{
		"pow2-queues", "Queues have the next power of two of the requests, entries and bytes that are asked for, completion queues 64 results at least, all within the adapter's limits.",
		func(o *options) { o.behavior.Pow2Queues = true },
	},
	{
		"pow2-reads", "Read limits in effect are rounded down to a power of two.",
		func(o *options) { o.behavior.Pow2Reads = true },
	},
	{
		"huge-limits", "Query says ULONG_MAX of entries, inline data, Reads and depths, and 2 GiB of a transfer; there are no resources for what nobody needs.",
		(*options).hugeLimits,
	},
	{
		"low-resources", "There are no resources for more than 256 requests or results, 8 entries or 32 MiB of a registration, whatever Query says.",
		func(o *options) { o.behavior.Afford = nic.Afford{Depth: 256, SGE: 8, Registration: 32 << 20} },
	},
	{
		"no-srq-with-ndk", "No adapter has shared receive queues, but NDK is there.",
		func(o *options) { o.limits.SharedReceiveDepth = 0 },
	},
	{
		"flush-on-peer-disconnect", "What is posted ends with ND_CANCELED as soon as the peer disconnects.",
		func(o *options) { o.behavior.FlushOnLeave = true },
	},
	{
		"spent-connectors", "A connector can't be used again once a Connect, an Accept or a Reject of it has failed.",
		func(o *options) { o.behavior.SpentConnectors = true },
	},
	{
		"flush-later", "Canceled requests have their results 1 ms later than they are canceled, or when the queue pair is released.",
		func(o *options) { o.behavior.FlushLater = time.Millisecond },
	},
	{
		"stale-bytes", "BytesTransferred has some number in results for which the documents say nothing about it.",
		func(o *options) { o.behavior.StaleBytes = true },
	},
	{
		"notify-on-fall", "A shared receive queue of ND2 notifies when a Receive is taken and few are left, not when Notify or Modify finds few.",
		func(o *options) { o.behavior.NotifyOnFall = true },
	},
	{
		"late-addresses", "A connector has no address before Connect or a request, and no peer before it is connected; a listener has none before Listen.",
		func(o *options) { o.behavior.LateAddresses = true },
	},
	{
		"early-data", "Private data and read limits are reported only until the connection is established.",
		func(o *options) { o.behavior.EarlyData = true },
	},
	{
		"loose-backlog", "More requests wait at a listener than its backlog says.",
		func(o *options) { o.behavior.LooseBacklog = true },
	},
	{
		"newest-first", "Of the requests that wait at a listener, the newest is handed out first.",
		func(o *options) { o.behavior.NewestFirst = true },
	},
	{
		"asked-only", "A listener refuses requests while no GetConnectionRequest is in progress.",
		func(o *options) { o.behavior.AskedOnly = true },
	},
	{
		"last-asked", "Of the GetConnectionRequests in progress, the last is given the next request.",
		func(o *options) { o.behavior.LastAsked = true },
	},
	{
		"same-tokens", "A token is used again at once, by the next registration or binding.",
		func(o *options) { o.behavior.SameTokens = true },
	},
	{
		"other-ports", "Ephemeral ports are from 20000 to 36383.",
		func(o *options) { o.behavior.OtherPorts = true },
	},
	{
		"one-address", "Nothing can be bound to the unspecified address.",
		func(o *options) { o.behavior.OneAddress = true },
	},
	{
		"silent-network", "Connect to a host that is not there takes its time and ends with ND_IO_TIMEOUT.",
		func(o *options) { o.behavior.SilentNetwork = true },
	},
	{
		"check-late", "A Bind against the region's rights or bounds, and a request for too much data, are accepted and end with an error.",
		func(o *options) { o.behavior.CheckLate = true },
	},
	{
		"spare-info", "Query says nothing about vendor, device and thresholds, and sets an unknown flag.",
		func(o *options) { o.spareInfo = true },
	},
	{
		"one-object", "OpenAdapter returns the object of an adapter that is open already.",
		func(o *options) { o.oneObject = true },
	},
	{
		"other-codes", "Where several codes are permitted, the engine returns another one: ND_REMOTE_ERROR for remote memory and a peer without a Receive, " +
			"ND_DATA_OVERRUN for short Receives and full completion queues, STATUS_DATA_ERROR to a peer that sent too much, STATUS_CONNECTION_DISCONNECTED from NotifyDisconnect, " +
			"STATUS_ADDRESS_ALREADY_ASSOCIATED from a second Bind.",
		func(o *options) { o.behavior.OtherCodes = true },
	},
	{
		"always-pends", "No overlapped request succeeds inline: each that does not fail returns ND_PENDING and is notified.",
		func(o *options) { o.behavior.Pends = true },
	},
	{
		"usual-codes", "Failures have the names that shipped providers and Microsoft's tests have for them, where the documents have others.",
		func(o *options) { o.behavior.UsualCodes = true },
	},
	{
		"roomy", "A queue pair made for one request, or for one entry, holds two.",
		func(o *options) { o.behavior.Roomy = true },
	},
	{
		"no-retries", "A Send that finds no Receive fails at once, except at a shared queue.",
		func(o *options) { o.behavior.NoRetries = true },
	},
	{
		"endless-retries", "A Send that finds no Receive is sent again forever.",
		func(o *options) { o.behavior.EndlessRetries = true },
	},
	{
		"lost-refusals", "A request that the peer refuses ends with ND_IO_TIMEOUT.",
		func(o *options) { o.behavior.LostRefusals = true },
	},
	{
		"found-in-call", "A call refuses a request whose entries name memory that it can't use, with ND_ACCESS_VIOLATION.",
		func(o *options) { o.behavior.FoundInCall = true },
	},
	{
		"spoiled-sinks", "A Read that the peer refuses and a Receive that is too short leave something in their buffers.",
		func(o *options) { o.behavior.SpoiledSinks = true },
	},
	{
		"silent-room", "Silent requests take room in the initiator queue until a later one has a result.",
		func(o *options) { o.behavior.SilentRoom = true },
	},
	{
		"active-first", "What the passive side sends waits for the active side's first request.",
		func(o *options) { o.behavior.ActiveFirst = true },
	},
	{
		"one-read", "One Read can be in progress on a connection, whatever both sides could have.",
		func(o *options) { o.behavior.OneRead = true },
	},
	{
		"slow-queue-pairs", "Results of every other queue pair come 20 ms later.",
		func(o *options) { o.behavior.SlowQueuePairs = 20 * time.Millisecond },
	},
	{
		"slow-failures", "Results of requests that have failed come 30 ms later, and those of the queue pair that come after them later still.",
		func(o *options) { o.behavior.SlowFailures = 30 * time.Millisecond },
	},
	{
		"receives-flushed-last", "Results of canceled Receives come 5 ms later, those of other canceled requests at once.",
		func(o *options) { o.behavior.SlowFlushedReceives = 5 * time.Millisecond },
	},
	{
		"requests-flushed-last", "Results of canceled initiator requests come 5 ms later, those of canceled Receives at once.",
		func(o *options) { o.behavior.SlowFlushedRequests = 5 * time.Millisecond },
	},
	{
		"stays-armed", "A completion queue stays armed for any result when the Notify that armed it has been canceled.",
		func(o *options) { o.behavior.StaysArmed = true },
	},
	{
		"errors-with-any", "Whatever completes other Notifies of a completion queue completes those for ND_CQ_NOTIFY_ERRORS.",
		func(o *options) { o.behavior.ErrorsWithAny = true },
	},
	{
		"errors-by-results", "A result with an error status completes Notifies for ND_CQ_NOTIFY_ERRORS.",
		func(o *options) { o.behavior.ErrorsByResults = true },
	},
	{
		"any-queued", "A Notify of any type completes at once if a result is queued that was not announced.",
		func(o *options) { o.behavior.AnyQueued = true },
	},
	{
		"counts-events", "A Notify completes at once for whatever has come since the last notification, taken or not.",
		func(o *options) { o.behavior.CountsEvents = true },
	},
	{
		"shared-ports", "Connectors can be bound to a port that other connectors have; their connections are unique.",
		func(o *options) { o.behavior.SharedPorts = true },
	},
	{
		"lowest-port", "The ephemeral port is the lowest one that is free.",
		func(o *options) { o.behavior.LowestPort = true },
	},
	{
		"late-farewell", "The peer hears of a Disconnect 200 ms later.",
		func(o *options) { o.behavior.LateFarewell = 200 * time.Millisecond },
	},
	{
		"parted-invalid", "Disconnect returns ND_CONNECTION_INVALID if the peer has left, and flushes all the same.",
		func(o *options) { o.behavior.PartedInvalid = true },
	},
}
