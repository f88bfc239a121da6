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
	}
}
