package legal

const delays = "NetworkDirect providers should accommodate delays of the peer, and no time is documented within which anything is over."

// timing are variants of how long things take.
func timing() []Variant {
	return []Variant{
		{
			ID:      "latency",
			Differs: "Packets take 50 to 100 µs, and may overtake each other.",
			Permits: delays,
			Source:  "IND2Listener.md, IND2Listener interface, Remarks",
			Options: "delay=50us,jitter=50us",
		},
		{
			ID:      "high-latency",
			Differs: "Packets take 5 ms.",
			Permits: delays,
			Source:  "IND2Listener.md, IND2Listener interface, Remarks",
			Options: "delay=5ms",
		},
		{
			ID:      "lossy",
			Differs: "Packets are lost, doubled, overtaken and corrupted, and sent again.",
			Permits: "A connection delivers in order and once, whatever the network needs for that.",
			Source:  "NetworkDirectSPI.md, Registering a NetworkDirect provider",
			Options: "loss=0.005,duplicate=0.005,reorder=0.005,corrupt=0.005",
		},
		{
			ID:      "udp",
			Differs: "Adapters are joined by UDP sockets of the operating system.",
			Permits: "The transport is the provider's.",
			Source:  "NetworkDirectSPI.md, NetworkDirect SPI (version 2)",
			Options: "fabric=udp",
		},
		{
			ID:      "slow-receives",
			Differs: "The results of Receives come up to 3 ms after their messages, those of Sends at once.",
			Permits: "There is no order between queue pairs, nor between the two queues of one.",
			Source:  "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
			Options: "habits=slow-receives",
		},
	}
}
