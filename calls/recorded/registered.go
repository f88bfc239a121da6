package recorded

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// registered is what tokens allow.
type registered struct {
	// regions are the registered regions, oldest first; local are their local tokens.
	regions []region
	local   map[uint32]string
	// bound is what windows are bound to.
	bound map[string]window
}

// An extent is memory, by its address and its size in bytes.
type extent struct {
	address uint64
	size    int
}

type region struct {
	extent
	name   string
	rights nd2.RegionFlags
}

type window struct {
	extent
	flags nd2.OpFlags
}

func newRegistered() registered {
	return registered{local: map[uint32]string{}, bound: map[string]window{}}
}

func (e extent) holds(part extent) bool {
	return part.address >= e.address && part.address+uint64(part.size) <= e.address+uint64(e.size)
}

func (r *registered) deregister(name string) {
	r.regions = slices.DeleteFunc(r.regions, func(one region) bool { return one.name == name })
}

// place finds the region of memory: the named one if the memory begins there, and otherwise the
// region registered last.
func (r *registered) place(name string, address uint64, length int) (found Place) {
	found.Length = length
	for _, one := range slices.Backward(r.regions) {
		if !one.holds(extent{address, 1}) || found.Region != "" && one.name != name {
			continue
		}
		found.Region, found.Offset = one.name, int(address-one.address)
		if one.name == name {
			break
		}
	}
	return found
}

// covers reports whether a registered region contains some memory.
func (r *registered) covers(name string, part extent) bool {
	return part.size == 0 || slices.ContainsFunc(r.regions, func(one region) bool {
		return one.name == name && one.holds(part)
	})
}

// reaches reports whether a peer may write or read some memory with a region's or window's token.
func (r *registered) reaches(name string, part extent, writes bool) bool {
	if part.size == 0 {
		return true
	}
	if w, ok := r.bound[name]; ok {
		needs := nd2.AllowRead
		if writes {
			needs = nd2.AllowWrite
		}
		return w.holds(part) && w.flags&needs != 0
	}
	needs := nd2.AllowRemoteRead
	if writes {
		needs = nd2.AllowRemoteWrite
	}
	return slices.ContainsFunc(r.regions, func(one region) bool {
		return one.name == name && one.holds(part) && one.rights&needs == needs
	})
}
