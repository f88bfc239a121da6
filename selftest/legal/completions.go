package legal

// results are variants of what results say.
var results = []Variant{
	{
		ID:      "stale-bytes",
		Differs: "BytesTransferred holds a number of the provider's in every result but those of Receives that succeed.",
		Permits: "The number of bytes is defined for Receives.", Source: "IND2CompletionQueue.md, ND2_RESULT structure",
	},
}

// notifications are variants of when a completion queue notifies.
var notifications = []Variant{
	quirk("peek", "Providers can look at the queue after they have armed it.",
		"IND2CompletionQueue.md, IND2CompletionQueue::Notify, Implementation Notes"),
	{
		ID: "notify-on-fall", Waits: true,
		Permits: "The notification is of the number of Receives falling below the threshold.",
		Source:  "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify, Remarks",
	},
	quirk("counts-untaken", "The page counts the Receives outstanding on the queue, which for its threshold are those "+
		"that no message has taken.", "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Modify, Remarks"),
}
