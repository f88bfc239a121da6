package legal

const delays = "NetworkDirect providers should accommodate delays of the peer, and no time is documented within " +
	"which anything is over."

// timing are variants of how long things take.
var timing = []Variant{
	{
		ID: "latency", Options: "delay=50us", Waits: true,
		Differs: "Packets take 50 µs.",
		Permits: delays, Source: "IND2Listener.md, IND2Listener interface, Remarks",
	},
	{
		ID: "high-latency", Options: "delay=5ms", Waits: true,
		Differs: "Packets take 5 ms.",
		Permits: delays, Source: "IND2Listener.md, IND2Listener interface, Remarks",
	},
	{
		ID: "unruly-network", Options: "duplicate=0.02,reorder=0.02",
		Differs: "Packets arrive twice, or are overtaken by the next.",
		Permits: "A connection delivers in order and once, whatever the network needs for that.",
		Source:  "NetworkDirectSPI.md, Registering a NetworkDirect provider",
	},
	{
		ID: "wrapping-numbers", Options: "psn=0xfffff0",
		Differs: "The packets of each connection are numbered from shortly before where the numbers begin again at 0.",
		Permits: "The transport is the provider's, and how long a connection has been used makes no difference to it.",
		Source:  "NetworkDirectSPI.md, NetworkDirect SPI (version 2)",
	},
	{
		ID: "udp", Options: "fabric=udp",
		Differs: "Adapters are joined by UDP sockets of the operating system.",
		Permits: "The transport is the provider's.", Source: "NetworkDirectSPI.md, NetworkDirect SPI (version 2)",
		Excludes: because("the peer is on a network in memory", "other-peer", "tiny-peer", "no-loopback"),
	},
	{
		ID: "slow-receives", Waits: true,
		Permits: "There is no order between queue pairs, nor between the two queues of one.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
	},
}
