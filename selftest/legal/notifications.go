package legal

// notifications are variants of when a completion queue notifies.
var notifications = []Variant{
	{
		ID:      "peek",
		Permits: "Providers can look at the queue after they have armed it.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Implementation Notes",
		Options: "habits=peek",
	},
	{
		ID:      "notify-on-fall",
		Permits: "The notification is of the number of Receives falling below the threshold.",
		Source:  "IND2SharedReceiveQueue.md, IND2SharedReceiveQueue::Notify, Remarks",
		Options: "habits=notify-on-fall",
		Waits:   true,
	},
}
