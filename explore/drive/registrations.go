package drive

import (
	"slices"

	"github.com/ndconform/ndconform/explore/model"
)

// A former registration was that of some memory until another took its place. What was posted or
// bound before goes on using it.
type former struct {
	*region
	number int // of the region
	until  uint64
}

// mostFormer is how many former registrations a side has at most.
const mostFormer = 2

const (
	deregisters = "mr.deregister.nd-success"
	endsFormer  = deregisters +
		" mr.deregister.after-invalidate mr.deregister.after-windows-released mr.deregister.after-canceled-bind"
)

// register registers a region's memory once more. What is posted from there on uses the new
// registration; the former one is ended once nothing uses it.
func (d *driver) register(c *model.Call) {
	s, n := d.side[c.End], c.Remote.Region
	d.retire(c.End)
	fresh, err := d.registration(s, s.regions[n].bytes)
	if err != nil {
		must(d.lacks(s, "adapter.creatememoryregion.nd-success mr.scope.registered-again", err))
		return
	}
	fresh.whole = s.regions[n].whole
	d.world.Cover["register"]++
	if len(s.former) == mostFormer {
		d.deregister(s, fresh, deregisters)
		return
	}
	s.former = append(s.former, former{s.regions[n], n, d.world.Now()})
	s.regions[n] = fresh
}

// retire ends the former registrations of an end that nothing uses any more.
func (d *driver) retire(end int) {
	s := d.side[end]
	for _, one := range slices.Clone(s.former) {
		if d.world.Uses(end, one.until) {
			continue
		}
		s.former = slices.DeleteFunc(s.former, func(f former) bool { return f == one })
		d.deregister(s, one.region, endsFormer)
		s.retired, s.endedTokens = append(s.retired, one.remote), append(s.endedTokens, one.local)
		d.world.Retired(end, one.number)
	}
}

// deregister ends a registration, and keeps its memory.
func (d *driver) deregister(s *side, r *region, rules string) {
	d.overlapped(s, r, "Deregister", rules, r.Deregister)
	r.Release()
}

// registrations returns all registrations of a side, former ones included.
func (s *side) registrations() []*region {
	all := slices.Clone(s.regions)
	for _, one := range s.former {
		all = append(all, one.region)
	}
	return all
}

var askedRegions = []question{
	{"the tokens of a region", func(_ *driver, s *side, c *model.Call) {
		r := s.regions[c.Choice>>32%uint64(len(s.regions))]
		if l, t := r.GetLocalToken(), r.GetRemoteToken(); l != r.local || t != r.remote {
			breaks("mr.token.stable", "the tokens were %#x and %#x, and are %#x and %#x", r.local, r.remote, l, t)
		}
	}},
}
