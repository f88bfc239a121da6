package seeded

import (
	"slices"
)

func unsorted() []Fault {
	return slices.Concat(
		adapters(), attempts(), connections(), endings(), contents(), deepContexts(), notifications(),
		solicitedNotifications(), resizes(), lostResults(), wrongResults(), localTokens(), regions(), rights(),
		windows(), receivesAndReads(), binds(), flushes(), messages(), requests(), sharedReceiveQueues(),
	)
}
