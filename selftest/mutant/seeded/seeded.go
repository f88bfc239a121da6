package seeded

import (
	"slices"
)

func unsorted() []Fault {
	return slices.Concat(
		adapters(),
		attempts(), connections(),
		leaks(),
		contents(), deepContexts(),
		notifications(),
		resizes(),
		lostResults(), wrongResults(),
		listeners(),
		localTokens(), regions(), rights(),
		windows(),
		overlapped(),
		receivesAndReads(),
		binds(),
		flushes(),
		messages(), requests(),
		sharedReceiveQueues(),
	)
}
