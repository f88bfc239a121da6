package mutant

import (
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Landing makes a defect: a request of a method that fails, and is not canceled, has changed a byte where its data
// would go: in its own entries, or in the peer's memory if that is in this process.
func Landing(methods ...string) Defect {
	return Keeping(func(c *calls.Call, registered *Table[uintptr, []byte]) nd2.Status {
		if c.Method == calls.MRRegister && len(c.Buffer) > 0 {
			registered.Set(AddressOf(c.Buffer), c.Buffer)
		}
		for _, method := range methods {
			if c.Method == method {
				to, entries := uintptr(c.Address), c.SGE
				c.OnResult(func(o *calls.Outcome) {
					switch {
					case !Failed(o):
					case method == calls.QPWrite:
						registered.Any(func(begin uintptr, b []byte) bool { return flipAt(b, int(to-begin)) })
					default:
						FlipByte(entries, 0)
					}
				})
			}
		}
		return c.Proceed()
	})
}

// flipAt changes the byte at an offset into memory, or just before or behind it, and reports whether it did.
func flipAt(b []byte, offset int) bool {
	if offset < -1 || offset > len(b) {
		return false
	}
	*(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), offset)) ^= 0x80
	return true
}

// LandingAll makes, for each of some entries which say that no byte changes, the mutant that changes one.
func LandingAll(method string, entries ...string) (list []Mutant) {
	for _, entry := range entries {
		list = append(list, New(entry+"/lands", "A request that fails has changed a byte all the same.", Landing(method)))
	}
	return list
}
