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
func (d *driver) secret(c *model.Call) func() {
	if c.Request != nd2.RequestRead || c.BadToken || c.Beyond != 0 {
		return func() {}
	}
	o, p := d.side[1-c.End], c.Remote
	theirs := bytes.Clone(memory.Contents(o.regions[p.Region].bytes[p.Offset : p.Offset+p.Length]))
	before := d.side[c.End].gathered(c.Entries)
	return func() {
		if fetched(before, d.side[c.End].gathered(c.Entries), theirs) {
			breaks("mr.rights.no-remote-read cq.getresults.remote-access",
				"a Read failed, and has fetched all of %d bytes", len(theirs))
		}
	}
}

// fetched reports whether memory has come to hold what it was forbidden, and held something else before. Bytes that
// repeat themselves show nothing: a provider may leave them in each buffer of a request that fails.
func fetched(before, now, forbidden []byte) bool {
	var come []byte
	for i, is := range now {
		switch {
		case before[i] == forbidden[i]:
		case is != forbidden[i]:
			return false
		default:
			come = append(come, is)
		}
	}
	if len(come) < leastLeak {
		return false
	}
	for period := 1; period <= leastLeak/2; period *= 2 {
		if bytes.Equal(come[period:], come[:len(come)-period]) {
			return false
		}
	}
	return true
}

// gathered returns what places hold, one after the other.
func (s *side) gathered(places []model.Place) (all []byte) {
	for _, p := range places {
		all = slices.Concat(all, memory.Contents(s.regions[p.Region].bytes[p.Offset:p.Offset+p.Length]))
	}
	return all
}
