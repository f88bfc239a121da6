package mutant

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// BufferSizesOf breaks the sizes that go in and out of a method.
func BufferSizesOf(entry, method string) []Mutant {
	list := []Mutant{
		New(entry+"/refused", "A buffer larger than needed is refused.", RefusingLarger(method)),
		New(entry+"/given", "The size stays what the buffer has.", SizeStays(method)),
	}
	if method == calls.AdapterQuery {
		return append(list, New(entry+"/more", "The size used is more than the buffer has.",
			After(method, func(c *calls.Call) { *c.Size = 1 << 16 })))
	}
	list = append(list,
		New(entry+"/less", "The size used is less than what is there.",
			After(method, func(c *calls.Call) { *c.Size = min(*c.Size, 2) })))
	if strings.HasSuffix(method, "QueryAddressList") {
		return list
	}
	return append(list,
		New(entry+"/told-refused", "A buffer of just the size that was told is refused.", refusingReportedSize(method)),
		New(entry+"/beyond", "The byte behind the room given is overwritten.", WritingBeyond(method)))
}

// WritingBeyond makes a defect: a method overwrites the byte behind the room that it is given.
func WritingBeyond(method string) Defect {
	return After(method, func(c *calls.Call) {
		if room := len(c.Buffer); room < cap(c.Buffer) {
			c.Buffer[:room+1][room] ^= 0x80
		}
	})
}

// RefusingLarger makes a defect: a method refuses a buffer that is larger than needed.
func RefusingLarger(method string) Defect {
	return sized(method, nd2.Success, func(c *calls.Call, given uint32) nd2.Status {
		if SizeOf(c) < given {
			return nd2.InvalidBufferSize
		}
		return nd2.Success
	})
}

// refusingReportedSize makes a defect: a method refuses a buffer of the size that it returned last.
func refusingReportedSize(method string) Defect {
	return KeepingAt(method, func(c *calls.Call, reported *calls.Record[uint32]) nd2.Status {
		if c.Size == nil {
			return c.Proceed()
		}
		if c.Buffer != nil && *c.Size == reported.Get(c.Object) {
			return nd2.InvalidBufferSize
		}
		s := c.Proceed()
		if s == nd2.BufferOverflow {
			reported.Set(c.Object, *c.Size)
		}
		return s
	})
}

// SizeStays makes a defect: a method does not say how much it has used.
func SizeStays(method string) Defect {
	return sized(method, nd2.Success, func(c *calls.Call, given uint32) nd2.Status {
		SetSize(c, given)
		return nd2.Success
	})
}

// Overflowing makes a defect of the calls of a method whose buffer, of a size that is given, is too small.
func Overflowing(method string, change func(c *calls.Call, given uint32)) Defect {
	return sized(method, nd2.BufferOverflow, func(c *calls.Call, given uint32) nd2.Status {
		change(c, given)
		return nd2.BufferOverflow
	})
}

// sized makes a defect of the calls of a method that were given a size, and return a status.
func sized(method string, with nd2.Status, then func(c *calls.Call, given uint32) nd2.Status) Defect {
	return At(method, func(c *calls.Call) nd2.Status {
		if c.Size == nil && (c.ND1 == nil || c.ND1.Size == nil) {
			return c.Proceed()
		}
		given := SizeOf(c)
		if s := c.Proceed(); s != with {
			return s
		}
		return then(c, given)
	})
}

// SizeOf is the size that goes in and out of a call, of either version.
func SizeOf(c *calls.Call) uint32 {
	if c.ND1 != nil {
		return uint32(*c.ND1.Size)
	}
	return *c.Size
}

// SetSize changes that size. It has the type of a change for [Overflowing].
func SetSize(c *calls.Call, to uint32) {
	if c.ND1 != nil {
		*c.ND1.Size = uintptr(to)
		return
	}
	*c.Size = to
}
