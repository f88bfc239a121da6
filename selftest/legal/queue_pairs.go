package legal

// queuePairs are variants of what becomes of requests.
var queuePairs = []Variant{
	quirk("refuse-after-error", "The code is listed for a queue pair that is not connected.",
		"IND2QueuePair.md, IND2QueuePair::Send, Return Value"),
	quirk("iwarp", "iWARP is named as a transport, whose acknowledgements say nothing of what became of a message.",
		"IND2Listener.md, IND2Listener interface, Remarks"),
	{
		ID: "endless-retries", Waits: true,
		Permits:  "A Receive must be posted first; nothing is said of a Send that finds none, nor of a limit of time.",
		Source:   "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
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
	quirk("lost-refusals",
		"The code is for a failure of the remote queue pair, too, whose refusal the network may lose.",
		"IND2CompletionQueue.md, ND2_RESULT structure, Remarks"),
	{
		ID:       "canceled-refusals",
		Permits:  "The requests of both sides are canceled when a queue pair is disconnected, which may come first.",
		Source:   "IND2Connector.md, IND2Connector::Connect, Remarks",
		Excludes: map[string]string{"lost-refusals": "a refused request has one status"},
	},
	quirk("found-in-call", "A method may fail with other codes than those listed; the queue pair goes on then.",
		"IND2QueuePair.md, IND2QueuePair::Send, Return Value"),
	quirk("spoiled-sinks", "What a buffer holds is documented for requests that succeed.",
		"IND2QueuePair.md, IND2QueuePair::Receive, Remarks"),
	quirk("silent-room",
		"The depth is of outstanding requests; nothing says when one is no longer that has no result.",
		"IND2Adapter.md, IND2Adapter::CreateQueuePair, Parameters"),
	{
		ID: "active-first", Waits: true,
		Permits: "The passive side can't send before it has received the first message from the active side, says the " +
			"page, for iWARP.",
		Source: "IND2Listener.md, IND2Listener interface, Remarks",
	},
	{
		ID: "purge-on-release", Waits: true,
		Permits: "A client that takes results after the release of their queue pair may get some back; nothing says that " +
			"they are all there.",
		Source: "IND2QueuePair.md, IND2QueuePair interface, Remarks",
	},
	quirk("flush-on-peer-disconnect", "When a queue pair is disconnected, the requests of both sides are flushed.",
		"IND2Listener.md, IND2Listener interface, Remarks"),
	quirk("ignore-flags", "Only the pages of Send and Write list a code for such flags.",
		"IND2QueuePair.md, IND2QueuePair::Read, Return Value"),
	quirk("pow2-queues", "Providers may allocate more entries than requested.",
		"IND2CompletionQueue.md, IND2CompletionQueue::Resize, Implementation Notes"),
	quirk("flush-later", "Flush may return before its results are there.",
		"IND2QueuePair.md, IND2QueuePair::Flush, Return Value"),
	quirk("check-late", "The tables of results list these errors, too.",
		"IND2CompletionQueue.md, ND2_RESULT structure, Remarks"),
}
