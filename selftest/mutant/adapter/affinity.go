package adapter

import (
	"cmp"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// askedAffinities break what a queue makes of the affinity that it is created with.
func askedAffinities() (list []mutant.Mutant) {
	for _, m := range []struct{ entry, create, get string }{
		{"adapter.createcompletionqueue", calls.AdapterCreateCompletionQueue, calls.CQGetNotifyAffinity},
		{"adapter.createsharedreceivequeue", calls.AdapterCreateSharedReceiveQueue, calls.SRQGetNotifyAffinity},
	} {
		list = append(list,
			mutant.New(m.entry+".affinity-honored/others", "Notifications are processed on all processors but those asked for.",
				mutant.Recording(func(c *calls.Call, asked *calls.Record[uint64]) nd2.Status {
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
			mutant.New(m.entry+".affinity-never-refused/refused", "An affinity of another group, or of processors that there are not, is refused.",
				mutant.Refusing(m.create, nd2.InvalidParameter, func(c *calls.Call) bool {
					return c.Group != 0 || c.Affinity>>32 != 0
				})))
	}
	return list
}
