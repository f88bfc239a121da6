package legal

// notifications are variants of when a completion queue notifies.
func notifications() []Variant {
	return []Variant{
		{
			ID:      "peek",
			Differs: "A Notify completes at once while a result that satisfies it is queued, also one that was announced before.",
			Permits: "Providers can look at the queue after they have armed it.",
			Source:  "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Implementation Notes",
			Options: "habits=peek",
		},
	}
}
