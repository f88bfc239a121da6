package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var churn = []Mutant{
	New("connector.storm/cancellations-count",
		"An adapter refuses requests once 256 attempts to connect have been canceled.",
		exhausted(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.Canceled) })),
	New("connector.storm/leaks-connectors", "No more than 512 connectors can be made in all.",
		AtMost(calls.AdapterCreateConnector, 512)),
	New("connector.storm/leaks-queue-pairs", "No more than a thousand queue pairs can be made in all.",
		AtMost(calls.AdapterCreateQueuePair, 1000)),
	New("connector.storm/refusals-count", "An adapter refuses requests once 100 have found nobody.",
		exhausted(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) })),
	New("connector.storm/rejections-count", "An adapter refuses requests once 100 have been rejected.",
		exhausted(func(c *calls.Call) bool { return c.Method == calls.ConnectorReject })),
}

// exhausted makes a defect: every Connect is refused once some calls have been
// made 100 times.
func exhausted(counts func(c *calls.Call) bool) Defect {
	return AfterMany(100, Where(counts).Anywhere(), On(calls.ConnectorConnect).Anywhere(), Say(nd2.ConnectionRefused))
}
