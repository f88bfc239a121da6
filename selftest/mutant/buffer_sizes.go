package mutant

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// BufferSizesOf breaks the sizes that go in and out of a method.
func BufferSizesOf(entry, method string) []Mutant {
	list := []Mutant{
		New(entry+"/refused", "A buffer larger than needed is refused.", refusingLarger(method)),
		New(entry+"/given", "The size stays what the buffer has.", sizeStays(method)),
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
		New(entry+"/beyond", "The byte behind the room given is overwritten.", After(method, func(c *calls.Call) {
			if room := len(c.Buffer); room < cap(c.Buffer) {
				c.Buffer[:room+1][room] ^= 0x80
			}
		})))
}

// refusingLarger makes a defect: a method refuses a buffer that is larger
// than needed.
func refusingLarger(method string) Defect {
	return sized(method, func(c *calls.Call, given uint32) nd2.Status {
		if *c.Size < given {
			return nd2.InvalidBufferSize
		}
		return nd2.Success
	})
}

// refusingReportedSize makes a defect: a method refuses a buffer of the size that it returned last.
func refusingReportedSize(method string) Defect {
	return RecordingAt(method, func(c *calls.Call, reported *calls.Record[uint32]) nd2.Status {
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

// sizeStays makes a defect: a method does not say how much it has used.
func sizeStays(method string) Defect {
	return sized(method, func(c *calls.Call, given uint32) nd2.Status {
		*c.Size = given
		return nd2.Success
	})
}

// sized makes a defect of the successful calls of a method that were given a size.
func sized(method string, then func(c *calls.Call, given uint32) nd2.Status) Defect {
	return At(method, func(c *calls.Call) nd2.Status {
		if c.Size == nil {
			return c.Proceed()
		}
		given := *c.Size
		s := c.Proceed()
		if s != nd2.Success {
			return s
		}
		return then(c, given)
	})
}
