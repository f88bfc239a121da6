package legal

// queuePairs are variants of what becomes of requests.
var queuePairs = []Variant{
	{
		ID:      "refuse-after-error",
		Permits: "The code is listed for a queue pair that is not connected.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Send, Return Value",
	},
	{
		ID:      "iwarp",
		Permits: "iWARP is named as a transport, whose acknowledgements say nothing of what became of a message.",
		Source:  "IND2Listener.md, IND2Listener interface, Remarks",
	},
	{
		ID:       "endless-retries",
		Permits:  "A Receive must be posted first; nothing is said of a Send that finds none, nor of a limit of time.",
		Source:   "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
		Waits:    true,
		Excludes: map[string]string{"iwarp": "a Send there is over once it is on its way"},
	},
	{
		ID:      "no-retries",
		Permits: "A Receive must be posted first; nothing is said of a Send that finds none.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
		Excludes: map[string]string{
			"iwarp":           "a Send there is over once it is on its way",
			"endless-retries": "they are opposites",
		},
	},
	{
		ID:      "lost-refusals",
		Permits: "The code is for a failure of the remote queue pair, too, whose refusal the network may lose.",
		Source:  "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
	},
	{
		ID:       "canceled-refusals",
		Permits:  "The requests of both sides are canceled when a queue pair is disconnected, which may come first.",
		Source:   "IND2Connector.md, IND2Connector::Connect, Remarks",
		Excludes: map[string]string{"lost-refusals": "a refused request has one status"},
	},
	{
		ID:      "found-in-call",
		Permits: "A method may fail with other codes than those listed; the queue pair goes on then.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Send, Return Value",
	},
	{
		ID:      "spoiled-sinks",
		Permits: "What a buffer holds is documented for requests that succeed.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
	},
	{
		ID:      "silent-room",
		Permits: "The depth is of outstanding requests; nothing says when one is no longer that has no result.",
		Source:  "IND2Adapter.md, IND2Adapter::CreateQueuePair, Parameters",
	},
	{
		ID: "active-first",
		Permits: "The passive side can't send before it has received the first message from the active side, says the " +
			"page, for iWARP.",
		Source: "IND2Listener.md, IND2Listener interface, Remarks",
		Waits:  true,
	},
	{
		ID: "purge-on-release",
		Permits: "A client that takes results after the release of their queue pair may get some back; nothing says that " +
			"they are all there.",
		Source: "IND2QueuePair.md, IND2QueuePair interface, Remarks",
		Waits:  true,
	},
	{
		ID:      "flush-on-peer-disconnect",
		Permits: "When a queue pair is disconnected, the requests of both sides are flushed.",
		Source:  "IND2Listener.md, IND2Listener interface, Remarks",
	},
	{
		ID:      "ignore-flags",
		Permits: "Only the pages of Send and Write list a code for such flags.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Read, Return Value",
	},
	{
		ID:      "pow2-queues",
		Permits: "Providers may allocate more entries than requested.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::Resize, Implementation Notes",
	},
	{
		ID:      "flush-later",
		Permits: "Flush may return before its results are there.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Flush, Return Value",
	},
	{
		ID:      "check-late",
		Permits: "The tables of results list these errors, too.",
		Source:  "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
	},
}
