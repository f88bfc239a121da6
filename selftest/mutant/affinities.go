package mutant

import (
	"cmp"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// affinities break what is told of the processors, and what is asked of them.
func affinities() (list []Mutant) {
	for _, m := range []struct{ name, iface, create, entry string }{
		{"cq", "IND2CompletionQueue", calls.AdapterCreateCompletionQueue, "adapter.createcompletionqueue"},
		{"srq", "IND2SharedReceiveQueue", calls.AdapterCreateSharedReceiveQueue, "adapter.createsharedreceivequeue"},
	} {
		get := m.iface + "::GetNotifyAffinity"
		list = append(list,
			by(m.name+".getnotifyaffinity.names-a-processor", "none", "The affinity names no processor.", after(get, func(c *calls.Call) { *c.FoundAffinity = 0 })),
			by(m.name+".getnotifyaffinity.group-zero", "one", "The group is 1.", after(get, func(c *calls.Call) { *c.FoundGroup = 1 })),
			by(m.entry+".affinity-honored", "others", "Notifications are processed on all processors but those asked for.",
				keeping(func(c *calls.Call, asked *calls.Record[uint64]) nd2.Status {
					s := c.Proceed()
					switch {
					case s != nd2.Success:
					case c.Method == m.create:
						asked.Set(calls.ObjectOf(*c.Out), c.Affinity)
					case c.Method == get:
						*c.FoundAffinity = cmp.Or(*c.FoundAffinity&^asked.Get(c.Object), 1<<63)
					}
					return s
				})),
			by(m.entry+".affinity-never-refused", "refused", "An affinity of another group, or of processors that there are not, is refused.",
				refusing(m.create, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Group != 0 || c.Affinity>>32 != 0 })))
	}
	return list
}
