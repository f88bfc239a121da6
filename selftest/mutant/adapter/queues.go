package adapter

import (
	"cmp"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// askedAffinities break what a queue makes of the affinity that it is created with.
func askedAffinities() (list []Mutant) {
	for _, m := range []struct{ entry, create, get string }{
		{"adapter.createcompletionqueue", calls.AdapterCreateCompletionQueue, calls.CQGetNotifyAffinity},
		{"adapter.createsharedreceivequeue", calls.AdapterCreateSharedReceiveQueue, calls.SRQGetNotifyAffinity},
	} {
		list = append(list,
			New(m.entry+".affinity-honored/others", "Notifications are processed on all processors but those asked for.",
				Recording(func(c *calls.Call, asked *calls.Record[uint64]) nd2.Status {
					s := c.Proceed()
					switch {
					case s != nd2.Success:
					case c.Method == m.create:
						asked.Set(calls.ObjectOf(*c.Out), c.Affinity)
					case c.Method == m.get:
						*c.FoundAffinity = cmp.Or(*c.FoundAffinity&^asked.Get(c.Object), 1<<63)
					}
					return s
				})),
			New(m.entry+".affinity-never-refused/refused",
				"An affinity of another group, or of processors that there are not, is refused.",
				Refusing(m.create, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Group != 0 || c.Affinity>>32 != 0 })))
	}
	return list
}

var completionQueues = []Mutant{
	New("adapter.createcompletionqueue.holds-depth/at-most-2048", "A queue holds no more than 2,048 results.",
		Before(calls.AdapterCreateCompletionQueue, func(c *calls.Call) {
			if c.Depth <= limits(c).MaxCompletionQueueDepth {
				c.Depth = min(c.Depth, 2048)
			}
		})),
	New("adapter.createcompletionqueue.largest-depth/refused", "A completion queue of the largest depth is refused.",
		Refusing(calls.AdapterCreateCompletionQueue, nd2.InvalidParameter3, func(c *calls.Call) bool {
			return c.Depth == limits(c).MaxCompletionQueueDepth
		})),
	New("adapter.createcompletionqueue.overlapped-file/first",
		"Notifications go to the adapter's first overlapped file.", onFirstFile(calls.AdapterCreateCompletionQueue)),
}

var sharedQueues = []Mutant{
	New("adapter.createsharedreceivequeue.maxima-together/invalid",
		"The largest depth together with the most entries is an invalid parameter.",
		Refusing(calls.AdapterCreateSharedReceiveQueue, nd2.InvalidParameter3, func(c *calls.Call) bool {
			info := limits(c)
			return c.Depth == info.MaxSharedReceiveQueueDepth && c.SGEs == info.MaxReceiveSGE
		})),
	New("adapter.createsharedreceivequeue.nd-success/most-of-both",
		"A shared receive queue at both limits holds a Receive less.",
		Before(calls.AdapterCreateSharedReceiveQueue, func(c *calls.Call) {
			if l := limits(c); c.Depth == l.MaxSharedReceiveQueueDepth && c.SGEs == l.MaxReceiveSGE {
				c.Depth--
			}
		})),
	New("adapter.createsharedreceivequeue.overlapped-file/first",
		"Notifications go to the adapter's first overlapped file.", onFirstFile(calls.AdapterCreateSharedReceiveQueue)),
	New("adapter.createsharedreceivequeue.zero-threshold-disables/one",
		"A threshold of 0 at creation notifies when no Receive is left.",
		Before(calls.AdapterCreateSharedReceiveQueue, func(c *calls.Call) { c.Threshold = max(1, c.Threshold) })),
}
