package ref

import (
	"slices"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A quirk is a behavior that the documents permit but the engine lacks by default: a provider that behaves
// so conforms, too.
type quirk struct {
	name string
	// differs says in a sentence what the engine does with this quirk.
	differs string
	adopt   func(*options)
}

// Quirk says what the engine does with a quirk of the option habits; it is empty for unknown names.
func Quirk(name string) (differs string) {
	for _, q := range quirks {
		if q.name == name {
			return q.differs
		}
	}
	return ""
}

// quirks are all quirks, in the order in which they are adopted.
var quirks = slices.Concat(ofEngine, hooked)

// ofEngine are the quirks that the engine has itself.
var ofEngine = []quirk{
	{"peek", "A Notify completes at once while a result that satisfies it is queued, even if that result was " +
		"already announced.", func(o *options) { o.quirks.Peek = true }},
	{
		"slow-receives", "The results of Receives come up to 3 ms after their messages; Sends' results come at once.",
		func(o *options) { o.quirks.SlowReceives = 3 * time.Millisecond },
	},
	{"slow-sends", "The results of requests other than Receives come up to 3 ms after their ends; Receives' results " +
		"come at once.", func(o *options) { o.quirks.SlowSends = 3 * time.Millisecond }},
	{"ticks", "All results since the last show at every sixteenth millisecond; canceled requests' results show " +
		"at once, after all others.", func(o *options) { o.quirks.Tick = 16 * time.Millisecond }},
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
		"other-network", "Each adapter is on a separate network, and reaches only itself.",
		func(o *options) { o.quirks.Apart = true },
	},
	{
		"no-loopback", "Adapters connect to each other, but not to themselves.",
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
		"invalidate-unbound-returned", "Invalidate itself returns that the window is not bound, instead of a result.",
		func(o *options) { o.quirks.UnboundReturned = true },
	},
	{
		"bind-flags-refused", "Bind refuses an empty set of rights.",
		func(o *options) { o.quirks.BindNeedsRights = true },
	},
	{
		"ignore-flags", "Read, Bind and Invalidate ignore flags that are not theirs.",
		func(o *options) { o.quirks.IgnoreFlags = true },
	},
	{
		"pow2-queues", "Queue depths are rounded up to a power of two, completion queues to at least 64 results.",
		func(o *options) { o.quirks.Pow2Queues = true },
	},
	{
		"pow2-reads", "Read limits are rounded down to a power of two.",
		func(o *options) { o.quirks.Pow2Reads = true },
	},
	{"huge-limits", "Query reports ULONG_MAX entries, inline data, Reads and depths, and transfers of 2 GiB; " +
		"creating more than a program needs fails for want of resources.", (*options).hugeLimits},
	{
		"low-resources", "Resources suffice only for queues of 256, for eight entries, and for regions of 32 MiB, " +
			"whatever the limits.",
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
	{
		"spent-connectors", "A connector cannot be used again after a failed Connect, Accept or Reject.",
		func(o *options) { o.quirks.SpentConnectors = true },
	},
	{
		"flush-later", "The results of canceled requests come a millisecond after their cancellation.",
		func(o *options) {
			o.quirks.SlowFlushedReceives, o.quirks.SlowFlushedRequests = time.Millisecond, time.Millisecond
		},
	},
	{
		"stale-bytes", "BytesTransferred has an arbitrary value in results where the documents do not define it.",
		func(o *options) { o.quirks.StaleBytes = true },
	},
	{
		"notify-on-fall", "A shared receive queue of ND2 checks its threshold only when a Receive is taken.",
		func(o *options) { o.quirks.NotifyOnFall = true },
	},
	{
		"counts-untaken",
		"A shared receive queue can shrink to the count of its Receives that no message has taken.",
		func(o *options) { o.quirks.CountsUntaken = true },
	},
	{"late-addresses", "A connector has no address before Connect, and no peer before it is connected; a listener has " +
		"no address before Listen.", func(o *options) { o.quirks.LateAddresses = true }},
	{
		"early-data", "Private data and read limits are available only until the connection is established.",
		func(o *options) { o.quirks.EarlyData = true },
	},
	{
		"loose-backlog", "More requests wait at a listener than its backlog says.",
		func(o *options) { o.quirks.LooseBacklog = true },
	},
	{
		"newest-first", "A listener returns the newest waiting request first.",
		func(o *options) { o.quirks.NewestFirst = true },
	},
	{
		"in-turn", "A listener returns a request once the one before it was accepted, rejected or given up.",
		func(o *options) { o.quirks.InTurn = true },
	},
	{
		"asked-only", "A listener refuses requests while no GetConnectionRequest is in progress.",
		func(o *options) { o.quirks.AskedOnly = true },
	},
	{
		"last-asked", "The last of several GetConnectionRequests in progress gets the next request.",
		func(o *options) { o.quirks.LastAsked = true },
	},
	{
		"same-tokens", "The next registration or binding reuses a token at once.",
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
		"silent-network", "A Connect to an address without a host takes a while and ends with ND_IO_TIMEOUT.",
		func(o *options) { o.quirks.SilentNetwork = true },
	},
	{
		"check-late", "The adapter checks a Bind or a request later: a limit that is exceeded is an error of the result.",
		func(o *options) { o.quirks.CheckLate = true },
	},
	{
		"spare-info", "Query leaves vendor, device and thresholds 0, and sets an undocumented flag.",
		func(o *options) { o.spareInfo = true },
	},
	{
		"one-object", "Opening an open adapter returns the same object with another reference.",
		func(o *options) { o.oneObject = true },
	},
	{
		"other-codes", "Where rulings accept several codes, the engine returns another than usual.",
		func(o *options) { o.quirks.OtherCodes = true },
	},
	{
		"always-pends", "No overlapped request succeeds inline: unless it fails, it returns ND_PENDING and is notified.",
		func(o *options) { o.quirks.Pends = true },
	},
	{"usual-codes", "Failures have the codes of shipped providers and Microsoft's tests, where the documents have " +
		"others.", func(o *options) { o.quirks.UsualCodes = true }},
	{
		"roomy", "A queue pair made for one request, or for one entry, holds two.",
		func(o *options) { o.quirks.Roomy = true },
	},
	{
		"no-retries", "A Send fails at once if the peer's private receive queue is empty.",
		func(o *options) { o.quirks.NoRetries = true },
	},
	{
		"endless-retries", "A Send is retried forever while the peer has no Receive.",
		func(o *options) { o.quirks.EndlessRetries = true },
	},
	{
		"lost-refusals", "A request that the peer refuses ends with ND_IO_TIMEOUT.",
		func(o *options) { o.quirks.Refused = nd2.IOTimeout },
	},
	{
		"canceled-refusals", "A request that the peer refuses ends with ND_CANCELED: a disconnection follows the refusal.",
		func(o *options) { o.quirks.Refused = nd2.Canceled },
	},
	{
		"found-in-call", "The call refuses a request whose entries name unusable memory.",
		func(o *options) { o.quirks.FoundInCall = true },
	},
	{
		"spoiled-sinks", "A refused Read and a too short Receive leave bytes in their buffers.",
		func(o *options) { o.quirks.SpoiledSinks = true },
	},
	{
		"silent-room", "Silent requests keep their places in the initiator queue until a later request has a result.",
		func(o *options) { o.quirks.SilentRoom = true },
	},
	{
		"active-first", "The passive side's requests wait for the active side's first request.",
		func(o *options) { o.quirks.ActiveFirst = true },
	},
	{
		"one-read", "One Read can be in progress on a connection, whatever the read limits.",
		func(o *options) { o.quirks.OneRead = true },
	},
	{
		"slow-queue-pairs", "The results of every other queue pair come 20 ms later.",
		func(o *options) { o.quirks.SlowQueuePairs = 20 * time.Millisecond },
	},
	{"slow-failures", "The result of a failed request comes 30 ms later, and the results of requests canceled by it " +
		"later still.", func(o *options) { o.quirks.SlowFailures = 30 * time.Millisecond }},
	{
		"receives-flushed-last", "The results of canceled Receives come 5 ms later; other canceled requests' results at " +
			"once.",
		func(o *options) { o.quirks.SlowFlushedReceives = 5 * time.Millisecond },
	},
	{"requests-flushed-last", "The results of canceled initiator requests come 5 ms later; canceled Receives' results " +
		"at once.", func(o *options) { o.quirks.SlowFlushedRequests = 5 * time.Millisecond }},
	{
		"stays-armed", "A completion queue stays armed for any result after the Notify that armed it was canceled.",
		func(o *options) { o.quirks.StaysArmed = true },
	},
	{
		"errors-with-any", "An event that completes other Notifies also completes those for ND_CQ_NOTIFY_ERRORS.",
		func(o *options) { o.quirks.ErrorsWithAny = true },
	},
	{
		"errors-by-results", "A result with an error completes a Notify for ND_CQ_NOTIFY_ERRORS.",
		func(o *options) { o.quirks.ErrorsByResults = true },
	},
	{
		"any-queued", "A Notify of any type completes at once if an unannounced result is queued.",
		func(o *options) { o.quirks.AnyQueued = true },
	},
	{
		"counts-events", "A Notify completes at once for a result since the last notification, taken or not.",
		func(o *options) { o.quirks.CountsEvents = true },
	},
	{
		"shared-ports", "Connectors can share a port; only the pair of addresses of each connection is unique.",
		func(o *options) { o.quirks.SharedPorts = true },
	},
	{
		"lowest-port", "The ephemeral port is the lowest free port, even if it was just in use.",
		func(o *options) { o.quirks.LowestPort = true },
	},
	{
		"late-farewell", "The peer learns of a Disconnect 200 ms later.",
		func(o *options) { o.quirks.LateFarewell = 200 * time.Millisecond },
	},
	{
		"parted-invalid", "After the peer has left, Disconnect returns that the connector is not connected, but still " +
			"flushes.",
		func(o *options) { o.quirks.PartedInvalid = true },
	},
}
