package mutant

import (
	"math/bits"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

const (
	everything = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite
	bothWays   = nd2.AllowRead | nd2.AllowWrite
)

// memoryRegions breaks which memory can be reached, with which rights, and how long.
func memoryRegions() []Mutant { return slices.Concat(regionRights(), registrations(), memoryWindows()) }

func regionRights() []Mutant {
	return slices.Concat(regionAccess(), regionTokens(), foreignRegions())
}

// regionAccess break what may be done with a region.
func regionAccess() []Mutant {
	granting := func(right nd2.RegionFlags) defect {
		return before(calls.MRRegister, func(c *calls.Call) { c.Rights |= right })
	}
	resized := func(change func([]byte) []byte) defect {
		return before(calls.MRRegister, func(c *calls.Call) {
			if len(c.Buffer) > 1 {
				c.Buffer = change(c.Buffer)
			}
		})
	}
	return []Mutant{
		by("mr.rights.no-remote-read", "granted", "Every region can be read by a peer.", granting(nd2.AllowRemoteRead)),
		by("mr.rights.no-remote-write", "granted", "Every region can be written to by a peer.", granting(nd2.AllowRemoteWrite)),
		by("mr.rights.no-local-write", "granted", "Every region can be received into.", granting(nd2.AllowLocalWrite)),
		by("mr.rights.remote-write-includes-local", "not", "ND_MR_FLAG_ALLOW_REMOTE_WRITE gives no local write.",
			before(calls.MRRegister, func(c *calls.Call) {
				if c.Rights&nd2.AllowRemoteWrite == nd2.AllowRemoteWrite {
					c.Rights &^= nd2.AllowLocalWrite
				}
			})),
		by("mr.rights.none-to-send", "demanded", "A Send or Write needs a region with some right.",
			refusingRegions(func(c *calls.Call, r known) bool {
				return (c.Method == calls.QPSend || c.Method == calls.QPWrite) && r.rights == 0
			})),
		by("mr.rights.read-sink", "demands-remote-write", "A Read lands only in a region with ND_MR_FLAG_ALLOW_REMOTE_WRITE.",
			refusingRegions(func(c *calls.Call, r known) bool {
				return c.Method == calls.QPRead && r.rights&nd2.AllowRemoteWrite != nd2.AllowRemoteWrite
			})),
		by("mr.bounds.local", "one-behind", "A region is a byte longer than its buffer.", resized(reachBehind)),
		by("mr.bounds.local", "one-before", "A region begins a byte before its buffer.", resized(reachBefore)),
		by("mr.bounds.read", "one-behind", "A region is a byte longer than its buffer.", resized(reachBehind)),
		by("mr.bounds.read", "one-before", "A region begins a byte before its buffer.", resized(reachBefore)),
		by("mr.bounds.write", "one-behind", "A region is a byte longer than its buffer.", resized(reachBehind)),
		by("mr.bounds.write", "one-before", "A region begins a byte before its buffer.", resized(reachBefore)),
		by("mr.bounds.first-and-last-byte", "last-missing", "A region ends a byte before its buffer's end.", resized(func(b []byte) []byte { return b[:len(b)-1] })),
		by("mr.bounds.first-and-last-byte", "first-missing", "A region begins a byte behind its buffer's start.", resized(func(b []byte) []byte { return b[1:] })),
	}
}

// regionTokens break the tokens of regions, and to whom they are good.
func regionTokens() []Mutant {
	return []Mutant{
		by("mr.token.as-sent", "byte-order", "The remote token has its bytes the wrong way round.", after(calls.MRGetRemoteToken, swapBytes)),
		by("mr.token.stable", "remote-changes", "The remote token changes.", changingToken(calls.MRGetRemoteToken)),
		by("mr.token.stable", "local-changes", "The local token changes.", changingToken(calls.MRGetLocalToken)),
		by("mr.scope.every-queue-pair", "older", "A region serves no queue pair that is older than itself.",
			refusingRegions(func(c *calls.Call, r known) bool { return r.Object.Born > c.Born })),
		by("mr.scope.registered-again", "refused", "A buffer that is registered can't be registered with another region.",
			keeping(func(c *calls.Call, list *calls.Record[[]byte]) nd2.Status {
				switch {
				case c.Method == calls.MRRegister && list.Any(func(b []byte) bool { return overlap(b, c.Buffer) }):
					return nd2.AccessViolation
				case c.Method == calls.MRDeregister:
					list.Set(c.Object, nil)
				}
				s := c.Proceed()
				if c.Method == calls.MRRegister && s == nd2.Success {
					list.Set(c.Object, c.Buffer)
				}
				return s
			})),
		by("mr.scope.registered-again", "ends-together", "Deregister ends the other registrations of the buffer, too.",
			keeping(func(c *calls.Call, list *calls.Record[[]byte]) nd2.Status {
				s := c.Proceed()
				switch {
				case c.Method == calls.MRRegister && s == nd2.Success:
					list.Set(c.Object, c.Buffer)
				case c.Method == calls.MRDeregister && s == nd2.Success:
					mine := list.Set(c.Object, nil)
					for _, m := range calls.Others[*calls.MemoryRegion](c.Object) {
						if overlap(mine, list.Get(&m.Object)) {
							m.Inner.Deregister(new(nd2.Overlapped))
						}
					}
				}
				return s
			})),
	}
}

func swapBytes(c *calls.Call) { c.Count = bits.ReverseBytes32(c.Count) }

// changingToken makes a defect by which a token is another from the third time on.
func changingToken(method string) defect {
	return func() calls.Hooks {
		var asked calls.Record[int]
		return calls.Hooks{Call: calls.After(method, func(c *calls.Call) {
			if asked.Update(c.Object, increment) > 2 {
				c.Count++
			}
		})}
	}
}

// A known region is one whose local token a client has asked for.
type known struct {
	*calls.Object
	rights nd2.RegionFlags
}

// refusingRegions makes a defect by which requests are refused that name some
// regions.
func refusingRegions(which func(c *calls.Call, r known) bool) defect {
	return func() calls.Hooks {
		var rights calls.Record[nd2.RegionFlags]
		var tokens calls.Record[map[uint32]*calls.Object]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			for _, e := range c.SGE {
				if r := tokens.Get(nil)[e.MemoryRegionToken]; r != nil && which(c, known{r, rights.Get(r)}) {
					return nd2.AccessViolation
				}
			}
			s := c.Proceed()
			switch c.Method {
			case calls.MRRegister:
				rights.Set(c.Object, c.Rights)
			case calls.MRGetLocalToken:
				tokens.Update(nil, func(m map[uint32]*calls.Object) map[uint32]*calls.Object { return with(m, c.Count, c.Object) })
			}
			return s
		}}
	}
}

// with returns a copy of m with one more entry.
func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	larger := map[K]V{k: v}
	for key, value := range m {
		if key != k {
			larger[key] = value
		}
	}
	return larger
}
