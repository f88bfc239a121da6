package legal

// memory are variants of memory windows.
var memory = []Variant{
	{
		ID:      "type1-windows",
		Permits: "Windows of type 1 can be used, although they are less secure.",
		Source:  "IND2MemoryWindow.md, IND2MemoryWindow interface, Implementation notes",
		Options: "habits=type1-windows",
	},
	{
		ID:      "bound-window-state",
		Permits: "A window has to be invalidated before it is bound again; no code is listed.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Bind, Remarks",
		Options: "habits=bound-window-state",
	},
	{
		ID:      "invalidate-unbound-returned",
		Permits: "A request that is not well formed may be refused.",
		Source:  "IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		Options: "habits=invalidate-unbound-returned",
	},
	{
		ID:      "bind-flags-refused",
		Permits: "One of the two rights has to be given.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Bind, Parameters",
		Options: "habits=bind-flags-refused",
	},
}
