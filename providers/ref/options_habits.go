package ref

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A habit is a behavior that the documents permit and the engine does not have by
// default: a provider that has it is right, and different.
type habit struct {
	name string
	// sentence says what the engine does then.
	sentence string
	adopt    func(*options)
}

// habits are all there are.
var habits = []habit{
	{
		"peek", "Notify completes at once while a result that satisfies it is queued, also one that was announced before.",
		func(o *options) { o.behavior.Peek = true },
	},
	{
		"slow-receives", "Results of Receives come up to 3 ms after their messages, each queue pair's in order; what is flushed brings all before it along.",
		func(o *options) { o.behavior.SlowReceives = 3 * time.Millisecond },
	},
	{
		"refuse-after-error", "Once a connection has ended, by an error, a Flush or either side's Disconnect, requests are refused with ND_CONNECTION_INVALID.",
		func(o *options) { o.behavior.RefuseAfterEnd = true },
	},
	{
		"iwarp", "A Send or a Write succeeds once it is on its way; that the peer can't take it ends the connection on both sides. " +
			"So does a Send that finds no Receive, but for a shared queue.",
		func(o *options) { o.behavior.IWARP = true },
	},
	{
		"time-wait", "Addresses, ports and the four addresses of a connection stay in use for 50 ms after their end.",
		func(o *options) { o.behavior.TimeWait = 50 * time.Millisecond },
	},
	{
		"exclusive-ports", "No connector can be bound to the port of a listener.",
		func(o *options) { o.behavior.ExclusivePorts = true },
	},
	{
		"family-order", "The first adapter lists its IPv6 address first, the others their IPv4 address.",
		func(o *options) { o.six = true },
	},
	{
		"link-local-listed", "Each adapter lists a link-local address first, too, with a scope id.",
		func(o *options) { o.linkLocal = true },
	},
	{
		"other-network", "Each adapter is on a network of its own, and reaches none but itself.",
		func(o *options) { o.behavior.Apart = true },
	},
	{
		"no-loopback", "No adapter connects to itself, nor says that it does.",
		func(o *options) { o.behavior.NoLoopback = true },
	},
}

// A habitList is the flag habits: names.
type habitList []string

// String implements [flag.Value].
func (l *habitList) String() string { return strings.Join(*l, "+") }

// Set implements [flag.Value].
func (l *habitList) Set(s string) error {
	names := strings.Split(s, "+")
	for _, name := range names {
		if !slices.ContainsFunc(habits, func(h habit) bool { return h.name == name }) {
			return fmt.Errorf("%q is not known; known: %s", name, strings.Join(habitNames(), ", "))
		}
	}
	*l = names
	return nil
}

func habitNames() (names []string) {
	for _, h := range habits {
		names = append(names, h.name)
	}
	return names
}

// adopt takes on what is in the list, in the order of the table.
func (o *options) adopt() {
	for _, h := range habits {
		if slices.Contains(o.habits, h.name) {
			h.adopt(o)
		}
	}
}
