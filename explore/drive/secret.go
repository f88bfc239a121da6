package drive

import (
	"bytes"
	"slices"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// leastLeak is how many bytes are no accident.
const leastLeak = 8

// secret returns what judges, once a request has failed, that a Read has not fetched what it was forbidden.
func (d *driver) secret(c *model.Call) func() *model.Violation {
	if c.Request != nd2.RequestRead || c.BadToken || c.Beyond != 0 {
		return func() *model.Violation { return nil }
	}
	o, p := d.side[1-c.End], c.Remote
	theirs := bytes.Clone(memory.Contents(o.regions[p.Region].bytes[p.Offset : p.Offset+p.Length]))
	before := d.side[c.End].gathered(c.Entries)
	return func() *model.Violation {
		differ, leaked := 0, 0
		for i, is := range d.side[c.End].gathered(c.Entries) {
			if before[i] == theirs[i] {
				continue
			}
			differ++
			if is == theirs[i] {
				leaked++
			}
		}
		if leaked < leastLeak || leaked < differ {
			return nil
		}
		return model.Violates("mr.rights.no-remote-read cq.getresults.remote-access",
			"a Read by a token that does not allow it to fetch nothing",
			"it failed, and has fetched all of %d bytes", len(theirs))
	}
}

// gathered returns what places hold, one after the other.
func (s *side) gathered(places []model.Place) (all []byte) {
	for _, p := range places {
		all = slices.Concat(all, memory.Contents(s.regions[p.Region].bytes[p.Offset:p.Offset+p.Length]))
	}
	return all
}
