package recorded

import (
	"maps"
	"slices"
)

// registered is what tokens allow.
type registered struct {
	// regions are the registered regions, oldest first; local are their local tokens.
	regions []region
	local   map[uint32]string
}

// An extent is memory, by its address and its size in bytes.
type extent struct {
	address uint64
	size    int
}

type region struct {
	extent
	name string
}

func newRegistered() registered {
	return registered{local: map[uint32]string{}}
}

func (e extent) holds(part extent) bool {
	return part.address >= e.address && part.address+uint64(part.size) <= e.address+uint64(e.size)
}

func (r *registered) deregister(name string) {
	r.regions = slices.DeleteFunc(r.regions, func(one region) bool { return one.name == name })
}

// unregistered takes back what a Register has registered that was refused.
func (r *registered) unregistered(name string, address uint64) {
	for i, one := range slices.Backward(r.regions) {
		if one.name == name && one.address == address {
			r.regions = slices.Delete(r.regions, i, i+1)
			return
		}
	}
}

// within is where memory is that is registered as a region: in the first other one of its adapter that holds all of it,
// or else by itself.
func (r *Recorder) within(whole extent, name string) Place {
	for _, one := range r.regions {
		if whole.size > 0 && one.name != name && one.holds(whole) && r.makers[one.name] == r.makers[name] {
			return Place{Region: one.name, Offset: int(whole.address - one.address), Length: whole.size}
		}
	}
	return Place{Region: name, Length: whole.size}
}

// mostReleased is how many released objects stay known: calls may have their tokens.
const mostReleased = 512

// release notes the release of an object, and forgets all about one that was released long ago.
func (r *Recorder) release(name string) {
	r.released = append(r.released, name)
	if len(r.released) <= mostReleased {
		return
	}
	gone := r.released[0]
	r.released = r.released[1:]
	delete(r.makers, gone)
	delete(r.latest, gone)
	delete(r.locals, gone)
	delete(r.woken, gone)
	for _, tokens := range []map[uint32]string{r.tokens, r.local} {
		maps.DeleteFunc(tokens, func(_ uint32, name string) bool { return name == gone })
	}
	maps.DeleteFunc(r.requests, func(_ uint64, a *asked) bool { return a.on == gone })
	r.deregister(gone)
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
