package spec

import (
	"github.com/ndconform/ndconform/providers"
)

// NeedOneMemory ends the spec as unobservable if the side's adapter can't be given memory
// of the other side, since that is another process's.
func (s *Side) NeedOneMemory(other *Side) {
	if s.adapter.theirs == other.adapter.theirs {
		return
	}
	for _, side := range []*Side{s, other} {
		if _, elsewhere := side.adapter.instance.(providers.Memory); elsewhere {
			Unobservable("the two ends have no memory in common")
		}
	}
}
