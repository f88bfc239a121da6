package spec

import (
	"fmt"

	"github.com/ndconform/ndconform/nd2"
)

// LongList returns a scatter/gather list of at most entries entries that name length
// bytes in all, the same memory over and over. The spec is skipped if the entries
// can't hold as much.
func (s *Side) LongList(length uint64, entries uint32) []nd2.SGE {
	const most = 1 << 30 // bytes that a spec may ask of the machine
	if entries == 0 {
		Unobservable(fmt.Sprintf("%d bytes need entries, of which the adapter has none", length))
	}
	each := (length + uint64(entries) - 1) / uint64(entries)
	if each > min(uint64(s.Info.MaxRegistrationSize), most) {
		Unobservable(fmt.Sprintf("%d bytes in %d entries need a region of %d bytes", length, entries, each))
	}
	memory := s.Memory(int(each), AllRights)
	var list []nd2.SGE
	for length > 0 {
		n := min(length, each)
		list = append(list, memory.Entry(0, int(n)))
		length -= n
	}
	return list
}

// TooLongList is LongList of one byte more than MaxTransferLength, for specs about that.
func (s *Side) TooLongList(entries uint32) []nd2.SGE {
	s.Exceeding()
	return s.LongList(uint64(s.Info.MaxTransferLength)+1, entries)
}
