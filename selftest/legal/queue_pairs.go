package legal

// queuePairs are variants of what becomes of requests.
func queuePairs() []Variant {
	return []Variant{
		{
			ID:      "refuse-after-error",
			Differs: "Once the connection has ended, requests are refused with ND_CONNECTION_INVALID.",
			Permits: "The code is listed for a queue pair that is not connected.",
			Source:  "IND2QueuePair.md, IND2QueuePair::Send, Return Value",
			Options: "habits=refuse-after-error",
		},
		{
			ID:      "iwarp",
			Differs: "A Send or a Write succeeds once it is on its way; if the peer can't take it, the connection ends on both sides.",
			Permits: "iWARP is named as a transport, whose acknowledgements say nothing of what became of a message.",
			Source:  "IND2Listener.md, IND2Listener interface, Remarks",
			Options: "habits=iwarp",
		},
		{
			ID:      "endless-retries",
			Differs: "A Send for which the peer has no Receive is tried again forever.",
			Permits: "A Receive must be posted first; nothing is said of a Send that finds none, nor of a limit of time.",
			Source:  "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
			Options: "habits=endless-retries",
			Waits:   true,
			Excludes: map[string]string{
				"iwarp": "a Send there is over once it is on its way",
			},
		},
		{
			ID:      "no-retries",
			Differs: "A Send for which the peer's queue pair has no Receive of its own fails at once.",
			Permits: "A Receive must be posted first; nothing is said of a Send that finds none.",
			Source:  "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
			Options: "habits=no-retries",
			Excludes: map[string]string{
				"iwarp":           "a Send there is over once it is on its way",
				"endless-retries": "they are opposites",
			},
		},
		{
			ID:      "lost-refusals",
			Differs: "A request that the peer refuses ends with ND_IO_TIMEOUT.",
			Permits: "The code is for a failure of the remote queue pair, too, whose refusal the network may lose.",
			Source:  "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
			Options: "habits=lost-refusals",
		},
		{
			ID:      "found-in-call",
			Differs: "A call refuses a request whose entries name memory that it can't use.",
			Permits: "A method may fail with other codes than those listed; the queue pair goes on then.",
			Source:  "IND2QueuePair.md, IND2QueuePair::Send, Return Value",
			Options: "habits=found-in-call",
		},
		{
			ID:      "spoiled-sinks",
			Differs: "A Read that the peer refuses and a Receive that is too short leave something in their buffers.",
			Permits: "What a buffer holds is documented for requests that succeed.",
			Source:  "IND2QueuePair.md, IND2QueuePair::Receive, Remarks",
			Options: "habits=spoiled-sinks",
		},
		{
			ID:      "silent-room",
			Differs: "Silent requests take room in the initiator queue until a later one has a result.",
			Permits: "The depth is of outstanding requests; nothing says when one is no longer that has no result.",
			Source:  "IND2Adapter.md, IND2Adapter::CreateQueuePair, Parameters",
			Options: "habits=silent-room",
		},
		{
			ID:      "active-first",
			Differs: "What the passive side sends waits for the active side's first request.",
			Permits: "The passive side can't send before it has received the first message from the active side, says the page, for iWARP.",
			Source:  "IND2Listener.md, IND2Listener interface, Remarks",
			Options: "habits=active-first",
			Waits:   true,
		},
		{
			ID:      "purge-on-release",
			Differs: "The results of a queue pair that is released vanish from its completion queues.",
			Permits: "A client that takes results after the release of their queue pair may get some back; nothing says that they are all there.",
			Source:  "IND2QueuePair.md, IND2QueuePair interface, Remarks",
			Options: "habits=purge-on-release",
			Waits:   true,
		},
		{
			ID:      "flush-on-peer-disconnect",
			Differs: "Requests end with ND_CANCELED as soon as the peer disconnects.",
			Permits: "When a queue pair is disconnected, the requests of both sides are flushed.",
			Source:  "IND2Listener.md, IND2Listener interface, Remarks",
			Options: "habits=flush-on-peer-disconnect",
		},
		{
			ID:      "ignore-flags",
			Differs: "Read, Bind and Invalidate pass over flags that they do not have.",
			Permits: "Only the pages of Send and Write list a code for such flags.",
			Source:  "IND2QueuePair.md, IND2QueuePair::Read, Return Value",
			Options: "habits=ignore-flags",
		},
		{
			ID:      "pow2-queues",
			Differs: "Queues have the next power of two of what is asked for, completion queues 64 results at least.",
			Permits: "Providers may allocate more entries than requested.",
			Source:  "IND2CompletionQueue.md, IND2CompletionQueue::Resize, Implementation Notes",
			Options: "habits=pow2-queues",
		},
		{
			ID:      "flush-later",
			Differs: "The results of canceled requests come a millisecond after they were canceled.",
			Permits: "Flush may return before its results are there.",
			Source:  "IND2QueuePair.md, IND2QueuePair::Flush, Return Value",
			Options: "habits=flush-later",
		},
		{
			ID:      "check-late",
			Differs: "What a Bind or a request asks for too much is found out by the adapter, and is an error of the result.",
			Permits: "The tables of results list these errors, too.",
			Source:  "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
			Options: "habits=check-late",
		},
	}
}
