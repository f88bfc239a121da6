package selftest

// unseenFault says why neither side of the interface can see a seeded fault, or why generated programs can't reach it
// within a minute. It is empty if one side can.
func unseenFault(id string) string {
	for _, group := range unseenFaults {
		for _, name := range group.names {
			if id == "stateful/"+name {
				return group.why
			}
		}
	}
	return ""
}

// unseenFaults are the seeded faults that nobody can see, and why.
var unseenFaults = []struct {
	why   string
	names []string
}{
	{bytesOnly, []string{
		"adjacent-entries", "corrupts-1-in-1000", "corrupts-1-in-10000", "corrupts-over-4-kib", "empty-entry-between",
		"empty-sink-between", "fifth-entry", "inline-damaged-1-in-64", "inline-over-64", "long-write-torn", "message-4096",
		"message-65536", "overlapping-entries", "overwrites-1-in-50", "read-entry-damaged", "read-of-packets",
		"read-overwrites", "same-entry-twice", "srq-over-2-kib", "write-damaged-1-in-1000", "write-over-1-mib",
	}},
	{"what a fence guards shows in the bytes of memory only", []string{
		"fence-after-16-reads", "fence-lost-behind-silent", "fence-lost-with-list",
	}},
	{"a Write may have succeeded before the peer refuses it", []string{"first-packet-stored"}},
	{"what a process keeps shows in no call", []string{
		"connection-leaks-64-kib", "connection-leaks-handle", "file-leaks-handle", "queue-pair-leaks-1-mib",
		"refused-bind-leaks-64-kib", "refused-connection-leaks-64-kib", "refused-creation-leaks-handle",
		"refused-registration-leaks-handle", "region-leaks-64-kib", "resize-leaks-64-kib", "window-leaks-64-kib",
		"queue-keeps-reference-1-in-20",
	}},
	{"a call that does not return is late for all that anybody knows, and the layer has no clock", []string{
		"deadlock-accept-post", "deadlock-disconnect-post", "deadlock-notify-results",
	}},
	{neverComes, []string{
		"deaf-after-canceled-wait", "listener-gone-unanswered", "reject-keeps-place", "solicit-lost-empty",
		"solicit-lost-inline", "srq-deaf-after-modify", "starved-200-ms", "threshold-of-before",
	}},
	{"the latest results are lost, so that none comes after them, and the layer has no clock", []string{
		"queue-of-64", "resize-to-queued-loses", "resized-to-power-of-two", "thousand-results",
	}},
	{"only its result says which of several queue pairs has taken a shared Receive, and it has none", []string{
		"release-takes-shared-entry", "srq-entry-lost",
	}},
	{"ND_INSUFFICIENT_RESOURCES may be true", []string{
		"connects-600-times", "makes-1500-queue-pairs", "registers-2000-times", "registers-65535-times",
	}},
	{"no program removes an adapter that it does not own", []string{"removal-ends-one"}},
	{"the rule is advice", []string{"port-kept-1-in-8", "released-before-pair"}},
}
