package mr

import (
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func missingRights() []Mutant {
	granting := func(right nd2.RegionFlags) Defect {
		return Before(calls.MRRegister, func(c *calls.Call) { c.Rights |= right })
	}
	beside := func(flag, right nd2.RegionFlags) Defect {
		return Before(calls.MRRegister, func(c *calls.Call) {
			if c.Rights&flag != 0 {
				c.Rights |= right
			}
		})
	}
	return []Mutant{
		FirstEntryChecked("mr.rights.no-local-write", calls.QPReceive),
		FirstEntryChecked("mr.rights.no-local-write-to-read", calls.QPRead),
		New("mr.rights.no-local-write-to-read/granted", "A Read lands in any region.",
			granting(nd2.AllowLocalWrite)),
		New("mr.rights.no-local-write-to-read/remote-read-enough",
			"A Read lands in a region with ND_MR_FLAG_ALLOW_REMOTE_READ.", beside(nd2.AllowRemoteRead, nd2.AllowLocalWrite)),
		New("mr.rights.no-local-write/added",
			"A region that is registered anew has the rights of before as well.", rightsOfBefore),
		New("mr.rights.no-local-write/granted", "Every region can be received into.", granting(nd2.AllowLocalWrite)),
		New("mr.rights.no-remote-read/added",
			"A region that is registered anew has the rights of before as well.", rightsOfBefore),
		New("mr.rights.no-remote-read/unsecured", "Memory that is not secured is open to peers.",
			beside(nd2.DoNotSecureVM, nd2.AllowRemoteRead)),
		New("mr.rights.no-remote-read/granted", "Every region can be read by a peer.", granting(nd2.AllowRemoteRead)),
		New("mr.rights.no-remote-write/added",
			"A region that is registered anew has the rights of before as well.", rightsOfBefore),
		New("mr.rights.no-remote-write/cached",
			"A buffer that is registered again has the rights of its other registrations as well.", rightsOfSameBuffer),
		New("mr.rights.no-remote-write/unsecured", "Memory that is not secured is open to peers.",
			beside(nd2.DoNotSecureVM, nd2.AllowRemoteWrite)),
		New("mr.rights.no-remote-write/granted", "Every region can be written to by a peer.", granting(nd2.AllowRemoteWrite)),
	}
}

var sufficientRights = []Mutant{
	New("mr.rights.none-to-send/demanded", "A Send or Write needs a region with some right.",
		refusingRegions(func(c *calls.Call, r known) bool {
			return (c.Method == calls.QPSend || c.Method == calls.QPWrite) && r.rights == 0
		})),
	New("mr.rights.read-sink/demands-remote-write", "A Read lands only in a region with ND_MR_FLAG_ALLOW_REMOTE_WRITE.",
		refusingRegions(func(c *calls.Call, r known) bool {
			return c.Method == calls.QPRead && r.rights&nd2.AllowRemoteWrite != nd2.AllowRemoteWrite
		})),
	New("mr.rights.read-sink-alone/needs-local-write", "A Read lands only in a region with ND_MR_FLAG_ALLOW_LOCAL_WRITE.",
		refusingRegions(func(c *calls.Call, r known) bool {
			return c.Method == calls.QPRead && r.rights&nd2.AllowLocalWrite == 0
		})),
	New("mr.rights.remote-read-alone/cached",
		"A Deregister ends the other registrations of the same buffer, too.", deregisteringOthers(same)),
	New("mr.rights.remote-read-alone/needs-local-write",
		"A peer Reads only what can be written to locally.", Before(calls.MRRegister, func(c *calls.Call) {
			if c.Rights&nd2.AllowLocalWrite == 0 {
				c.Rights &^= nd2.AllowRemoteRead
			}
		})),
	New("mr.rights.remote-read-alone/refused", "A region with ND_MR_FLAG_ALLOW_REMOTE_READ alone is not registered.",
		Refusing(calls.MRRegister, nd2.InvalidParameter, func(c *calls.Call) bool {
			return c.Rights == nd2.AllowRemoteRead
		})),
	New("mr.rights.remote-write-includes-local/not", "ND_MR_FLAG_ALLOW_REMOTE_WRITE gives no local write.",
		Before(calls.MRRegister, func(c *calls.Call) {
			if c.Rights&nd2.AllowRemoteWrite == nd2.AllowRemoteWrite {
				c.Rights &^= nd2.AllowLocalWrite
			}
		})),
}

type registration struct {
	buffer []byte
	rights nd2.RegionFlags
}

func same(a, b []byte) bool {
	return len(a) > 0 && len(a) == len(b) && unsafe.SliceData(a) == unsafe.SliceData(b)
}

var rightsOfSameBuffer = Recording(func(c *calls.Call, all *calls.Record[registration]) nd2.Status {
	if c.Method == calls.MRRegister {
		for _, other := range calls.Others[*calls.MemoryRegion](c.Object) {
			if r := all.Get(&other.Object); same(r.buffer, c.Buffer) {
				c.Rights |= r.rights
			}
		}
		all.Set(c.Object, registration{c.Buffer, c.Rights})
	}
	return c.Proceed()
})

// deregisteringOthers makes a defect: a Deregister ends the other registrations of such buffers, too.
func deregisteringOthers(such func(mine, other []byte) bool) Defect {
	return Recording(func(c *calls.Call, registered *calls.Record[[]byte]) nd2.Status {
		s := c.Proceed()
		switch {
		case s.Failed():
		case c.Method == calls.MRRegister:
			registered.Set(c.Object, c.Buffer)
		case c.Method == calls.MRDeregister:
			mine := registered.Set(c.Object, nil)
			for _, other := range calls.Others[*calls.MemoryRegion](c.Object) {
				if such(mine, registered.Get(&other.Object)) {
					other.Inner.Deregister(new(nd2.Overlapped))
				}
			}
		}
		return s
	})
}

var rightsOfBefore = Recording(func(c *calls.Call, all *calls.Record[registration]) nd2.Status {
	if c.Method == calls.MRRegister {
		before := all.Set(c.Object, registration{c.Buffer, c.Rights})
		c.Rights |= before.rights
	}
	return c.Proceed()
})
