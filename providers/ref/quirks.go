package ref

import (
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A quirk is a behavior that the documents permit and the engine does not have by
// default: a provider that has it is right, and different.
type quirk struct {
	name string
	// differs says in a sentence what the engine does with this quirk.
	differs string
	adopt   func(*options)
}

// Quirk says what the engine does with one of the quirks that its option habits takes; nothing if there is
// no such quirk.
func Quirk(name string) (differs string) {
	for _, q := range quirks {
		if q.name == name {
			return q.differs
		}
	}
	return ""
}

// quirks are all the quirks that there are.
var quirks = []quirk{
	{"peek", "A Notify completes at once while a result that satisfies it is queued, also one that was " +
		"announced before.", func(o *options) { o.quirks.Peek = true }},
	{
		"slow-receives", "The results of Receives come up to 3 ms after their messages, those of Sends at once.",
		func(o *options) { o.quirks.SlowReceives = 3 * time.Millisecond },
	},
	{"slow-sends", "The results of other requests than Receives come up to 3 ms after their ends, those of " +
		"Receives at once.", func(o *options) { o.quirks.SlowSends = 3 * time.Millisecond }},
	{"ticks", "Results are shown at every sixteenth millisecond, all that have come since; those of canceled " +
		"requests at once, behind all others.", func(o *options) { o.quirks.Tick = 16 * time.Millisecond }},
	{
		"refuse-after-error", "Once the connection has ended, requests are refused with ND_CONNECTION_INVALID.",
		func(o *options) { o.quirks.RefuseAfterEnd = true },
	},
	{
		"iwarp", "A Send or a Write succeeds once it is on its way; if the peer can't take it, or has no Receive " +
			"for a Send, the connection ends on both sides. A shared receive queue may have none for a while.",
		func(o *options) { o.quirks.IWARP = true },
	},
	{
		"time-wait", "Addresses and ports stay in use for 50 ms after their end.",
		func(o *options) { o.quirks.TimeWait = 50 * time.Millisecond },
	},
	{
		"exclusive-ports", "No connector can be bound to the port of a listener.",
		func(o *options) { o.quirks.ExclusivePorts = true },
	},
	{
		"family-order", "The first adapter lists its IPv6 address first, the others their IPv4 address.",
		func(o *options) { o.six = true },
	},
	{
		"link-local-listed", "Each adapter lists a link-local address first, with its scope.",
		func(o *options) { o.linkLocal = true },
	},
	{
		"many-addresses", "Each adapter has two more addresses of either family.",
		func(o *options) { o.manyAddresses = true },
	},
	{
		"other-network", "Each adapter is on a network of its own, and reaches none but itself.",
		func(o *options) { o.quirks.Apart = true },
	},
	{
		"no-loopback", "Adapters connect to each other and not to themselves.",
		func(o *options) { o.quirks.NoLoopback = true },
	},
	{
		"purge-on-release", "The results of a queue pair that is released vanish from its completion queues.",
		func(o *options) { o.quirks.PurgeOnRelease = true },
	},
	{"connector-keeps-queue-pair", "A connector holds a reference to its queue pair until it is disconnected or " +
		"released.", func(o *options) { o.quirks.KeepQueuePair = true }},
	{
		"type1-windows", "A window opens to the peers of all queue pairs of its adapter.",
		func(o *options) { o.quirks.Type1Windows = true },
	},
	{
		"bound-window-state", "Bind refuses a window that is bound.",
		func(o *options) { o.quirks.BoundWindowState = true },
	},
	{
		"invalidate-unbound-returned", "Invalidate returns that the window is not bound, where a result would say so.",
		func(o *options) { o.quirks.UnboundReturned = true },
	},
	{
		"bind-flags-refused", "Bind refuses to give no right.",
		func(o *options) { o.quirks.BindNeedsRights = true },
	},
	{
		"ignore-flags", "Read, Bind and Invalidate pass over flags that they do not have.",
		func(o *options) { o.quirks.IgnoreFlags = true },
	},
	{"pow2-queues", "Queues have the next power of two of what is asked for, completion queues 64 results at " +
		"least.", func(o *options) { o.quirks.Pow2Queues = true }},
	{
		"pow2-reads", "Read limits are rounded down to a power of two.",
		func(o *options) { o.quirks.Pow2Reads = true },
	},
	{"huge-limits", "Query says ULONG_MAX of entries, inline data, Reads and depths, and 2 GiB of a transfer; " +
		"there are no resources for what nobody needs.", (*options).hugeLimits},
	{
		"low-resources", "There are no resources for queues of more than 256, for more than eight entries, or for " +
			"more than 32 MiB of a region, whatever the limits.",
		func(o *options) { o.quirks.Afford = nic.Afford{Depth: 256, SGE: 8, Registration: 32 << 20} },
	},
	{
		"no-srq-with-ndk", "No adapter has shared receive queues, but NDK is there.",
		func(o *options) { o.limits.SharedReceiveDepth = 0 },
	},
	{
		"flush-on-peer-disconnect", "Requests end with ND_CANCELED as soon as the peer disconnects.",
		func(o *options) { o.quirks.FlushOnLeave = true },
	},
	{"spent-connectors", "A connector can not be used again once a Connect, an Accept or a Reject of it has " +
		"failed.", func(o *options) { o.quirks.SpentConnectors = true }},
	{
		"flush-later", "The results of canceled requests come a millisecond after they were canceled.",
		func(o *options) {
			o.quirks.SlowFlushedReceives, o.quirks.SlowFlushedRequests = time.Millisecond, time.Millisecond
		},
	},
	{
		"stale-bytes", "BytesTransferred has some number in results for which the documents say nothing about it.",
		func(o *options) { o.quirks.StaleBytes = true },
	},
	{"notify-on-fall", "A shared receive queue of ND2 notifies when a Receive is taken and few are left, and " +
		"looks at no other time.", func(o *options) { o.quirks.NotifyOnFall = true }},
	{
		"counts-untaken",
		"A shared receive queue can be made as small as the number of its Receives that no message has taken.",
		func(o *options) { o.quirks.CountsUntaken = true },
	},
	{"late-addresses", "A connector has no address before it is connecting, and no peer before it is connected; " +
		"a listener has none before it listens.", func(o *options) { o.quirks.LateAddresses = true }},
	{
		"early-data", "Private data and read limits are told until the connection is established, and not after.",
		func(o *options) { o.quirks.EarlyData = true },
	},
	{
		"loose-backlog", "More requests wait at a listener than its backlog says.",
		func(o *options) { o.quirks.LooseBacklog = true },
	},
	{
		"newest-first", "Of the requests that wait at a listener, the newest is given first.",
		func(o *options) { o.quirks.NewestFirst = true },
	},
	{
		"in-turn", "A listener gives a request once the one before it has been accepted, rejected or given up.",
		func(o *options) { o.quirks.InTurn = true },
	},
	{
		"asked-only", "A listener refuses requests while no GetConnectionRequest is in progress.",
		func(o *options) { o.quirks.AskedOnly = true },
	},
	{
		"last-asked", "Of the GetConnectionRequests in progress, the last is given the next request.",
		func(o *options) { o.quirks.LastAsked = true },
	},
	{
		"same-tokens", "A token is used again at once, by the next registration or binding.",
		func(o *options) { o.quirks.SameTokens = true },
	},
	{
		"other-ports", "Ephemeral ports are from 20000 to 36383.",
		func(o *options) { o.quirks.OtherPorts = true },
	},
	{
		"one-address", "Nothing can be bound to the unspecified address.",
		func(o *options) { o.quirks.OneAddress = true },
	},
	{
		"silent-network", "A Connect to where nobody is takes its time and ends with ND_IO_TIMEOUT.",
		func(o *options) { o.quirks.SilentNetwork = true },
	},
	{"check-late", "What a Bind or a request asks for too much is found out by the adapter, and is an error of " +
		"the result.", func(o *options) { o.quirks.CheckLate = true }},
	{
		"spare-info", "Query says nothing of vendor, device and thresholds, and sets a flag that nobody knows.",
		func(o *options) { o.spareInfo = true },
	},
	{
		"one-object", "Opening an adapter that is open returns the same object with another reference.",
		func(o *options) { o.oneObject = true },
	},
	{
		"other-codes", "Where rulings accept several codes, the engine has another than it usually has.",
		func(o *options) { o.quirks.OtherCodes = true },
	},
	{"always-pends", "No overlapped request succeeds inline: each that does not fail returns ND_PENDING and is " +
		"notified.", func(o *options) { o.quirks.Pends = true }},
	{"usual-codes", "Failures have the names that shipped providers and Microsoft's tests have for them, where " +
		"the documents have others.", func(o *options) { o.quirks.UsualCodes = true }},
	{
		"roomy", "A queue pair made for one request, or for one entry, holds two.",
		func(o *options) { o.quirks.Roomy = true },
	},
	{
		"no-retries", "A Send for which the peer's queue pair has no Receive of its own fails at once.",
		func(o *options) { o.quirks.NoRetries = true },
	},
	{
		"endless-retries", "A Send for which the peer has no Receive is tried again forever.",
		func(o *options) { o.quirks.EndlessRetries = true },
	},
	{
		"lost-refusals", "A request that the peer refuses ends with ND_IO_TIMEOUT.",
		func(o *options) { o.quirks.Refused = nd2.IOTimeout },
	},
	{"canceled-refusals", "A request that the peer refuses ends with ND_CANCELED, by the disconnection that " +
		"follows.", func(o *options) { o.quirks.Refused = nd2.Canceled }},
	{
		"found-in-call", "A call refuses a request whose entries name memory that it can't use.",
		func(o *options) { o.quirks.FoundInCall = true },
	},
	{"spoiled-sinks", "A Read that the peer refuses and a Receive that is too short leave something in their " +
		"buffers.", func(o *options) { o.quirks.SpoiledSinks = true }},
	{
		"silent-room", "Silent requests take room in the initiator queue until a later one has a result.",
		func(o *options) { o.quirks.SilentRoom = true },
	},
	{
		"active-first", "What the passive side sends waits for the active side's first request.",
		func(o *options) { o.quirks.ActiveFirst = true },
	},
	{
		"one-read", "One Read can be in progress on a connection, whatever both sides could have.",
		func(o *options) { o.quirks.OneRead = true },
	},
	{
		"slow-queue-pairs", "The results of every other queue pair come 20 ms later.",
		func(o *options) { o.quirks.SlowQueuePairs = 20 * time.Millisecond },
	},
	{"slow-failures", "The result of a request that has failed comes 30 ms later, and what is canceled by it " +
		"later still.", func(o *options) { o.quirks.SlowFailures = 30 * time.Millisecond }},
	{
		"receives-flushed-last", "Canceled Receives have their results 5 ms later, other canceled requests at once.",
		func(o *options) { o.quirks.SlowFlushedReceives = 5 * time.Millisecond },
	},
	{"requests-flushed-last", "Canceled initiator requests have their results 5 ms later, canceled Receives at " +
		"once.", func(o *options) { o.quirks.SlowFlushedRequests = 5 * time.Millisecond }},
	{"stays-armed", "A completion queue stays armed for any result when the Notify that armed it has been " +
		"canceled.", func(o *options) { o.quirks.StaysArmed = true }},
	{
		"errors-with-any", "What completes other Notifies completes those for ND_CQ_NOTIFY_ERRORS, too.",
		func(o *options) { o.quirks.ErrorsWithAny = true },
	},
	{
		"errors-by-results", "A result with an error completes a Notify for ND_CQ_NOTIFY_ERRORS.",
		func(o *options) { o.quirks.ErrorsByResults = true },
	},
	{
		"any-queued", "A Notify of any type completes at once if a result is queued that no other has announced.",
		func(o *options) { o.quirks.AnyQueued = true },
	},
	{
		"counts-events", "A Notify completes at once for whatever has come since the last notification, taken or not.",
		func(o *options) { o.quirks.CountsEvents = true },
	},
	{"shared-ports", "Connectors can be bound to a port that other connectors have; each connection has " +
		"addresses of its own.", func(o *options) { o.quirks.SharedPorts = true }},
	{
		"lowest-port", "The ephemeral port is the lowest one that is free, also if it was in use a moment ago.",
		func(o *options) { o.quirks.LowestPort = true },
	},
	{
		"late-farewell", "The peer hears of a Disconnect 200 ms later.",
		func(o *options) { o.quirks.LateFarewell = 200 * time.Millisecond },
	},
	{"parted-invalid", "Disconnect says that the connector is not connected if the peer has left, and flushes " +
		"all the same.", func(o *options) { o.quirks.PartedInvalid = true }},
}
