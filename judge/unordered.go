package judge

import "github.com/ndconform/ndconform/nd2"

// NVIDIA's adapters with this flag make queue pairs whose Receives end in any order, for programs that put the mark
// above the number of entries of a Receive. Microsoft's pages know neither. Source: NVIDIA's change list of its driver.
const (
	outOfOrder    nd2.AdapterFlags = 0x00040000
	unorderedMark uint32           = 0xE8700000
	markBits      uint32           = 0xFFF00000
)

// receiveEntries is how many entries a queue pair that is being created is to have for a Receive, and whether its
// Receives may end in any order.
func (s *step) receiveEntries() (n uint32, unordered bool) {
	n = s.c.ReceiveSGEs
	if info := s.o.limits(); info != nil && info.AdapterFlags&outOfOrder == 0 || n&markBits != unorderedMark {
		return n, false
	}
	return n &^ markBits, true
}
