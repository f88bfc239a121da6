package mutant

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

const (
	everything = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite
	bothWays   = nd2.AllowRead | nd2.AllowWrite
)

// memoryRegions breaks which memory can be reached, with which rights, and how long.
func memoryRegions() []Mutant { return slices.Concat(regionRights(), registrations(), memoryWindows()) }

func regionRights() []Mutant {
	granting := func(right nd2.RegionFlags) defect {
		return before(interpose.MRRegister, func(c *interpose.Call) { c.Rights |= right })
	}
	resized := func(change func([]byte) []byte) defect {
		return before(interpose.MRRegister, func(c *interpose.Call) {
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
			before(interpose.MRRegister, func(c *interpose.Call) {
				if c.Rights&nd2.AllowRemoteWrite == nd2.AllowRemoteWrite {
					c.Rights &^= nd2.AllowLocalWrite
				}
			})),
		by("mr.rights.none-to-send", "demanded", "A Send or Write needs a region with some right.",
			refusingRegions(func(c *interpose.Call, r known) bool {
				return (c.Method == interpose.QPSend || c.Method == interpose.QPWrite) && r.rights == 0
			})),
		by("mr.rights.read-sink", "demands-remote-write", "A Read lands only in a region with ND_MR_FLAG_ALLOW_REMOTE_WRITE.",
			refusingRegions(func(c *interpose.Call, r known) bool {
				return c.Method == interpose.QPRead && r.rights&nd2.AllowRemoteWrite != nd2.AllowRemoteWrite
			})),
		by("mr.bounds.local", "one-behind", "A region is a byte longer than its buffer.", resized(reachBehind)),
		by("mr.bounds.local", "one-before", "A region begins a byte before its buffer.", resized(reachBefore)),
		by("mr.bounds.read", "one-behind", "A region is a byte longer than its buffer.", resized(reachBehind)),
		by("mr.bounds.read", "one-before", "A region begins a byte before its buffer.", resized(reachBefore)),
		by("mr.bounds.write", "one-behind", "A region is a byte longer than its buffer.", resized(reachBehind)),
		by("mr.bounds.write", "one-before", "A region begins a byte before its buffer.", resized(reachBefore)),
		by("mr.bounds.first-and-last-byte", "last-missing", "A region ends a byte before its buffer's end.", resized(func(b []byte) []byte { return b[:len(b)-1] })),
		by("mr.bounds.first-and-last-byte", "first-missing", "A region begins a byte behind its buffer's start.", resized(func(b []byte) []byte { return b[1:] })),
		by("mr.token.as-sent", "byte-order", "The remote token has its bytes the wrong way round.", after(interpose.MRGetRemoteToken, swapBytes)),
		by("mr.token.stable", "remote-changes", "The remote token changes.", changingToken(interpose.MRGetRemoteToken)),
		by("mr.token.stable", "local-changes", "The local token changes.", changingToken(interpose.MRGetLocalToken)),
		by("mr.scope.every-queue-pair", "older", "A region serves no queue pair that is older than itself.",
			refusingRegions(func(c *interpose.Call, r known) bool { return r.Object.Born > c.Born })),
		by("mr.scope.registered-again", "refused", "A buffer that is registered can't be registered with another region.",
			func() interpose.Hooks {
				var list interpose.Record[[]byte]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					switch {
					case c.Method == interpose.MRRegister && list.Any(func(b []byte) bool { return overlap(b, c.Buffer) }):
						return nd2.AccessViolation
					case c.Method == interpose.MRDeregister:
						list.Set(c.Object, nil)
					}
					s := c.Proceed()
					if c.Method == interpose.MRRegister && s == nd2.Success {
						list.Set(c.Object, c.Buffer)
					}
					return s
				}}
			}),
		by("mr.scope.registered-again", "ends-together", "Deregister ends the other registrations of the buffer, too.",
			func() interpose.Hooks {
				var list interpose.Record[[]byte]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					switch {
					case c.Method == interpose.MRRegister && s == nd2.Success:
						list.Set(c.Object, c.Buffer)
					case c.Method == interpose.MRDeregister && s == nd2.Success:
						mine := list.Set(c.Object, nil)
						for _, m := range interpose.Others[*interpose.MemoryRegion](c.Object) {
							if overlap(mine, list.Get(&m.Object)) {
								m.Inner.Deregister(new(nd2.Overlapped))
							}
						}
					}
					return s
				}}
			}),
	}
}

func registrations() []Mutant {
	nothing := at(interpose.MRDeregister, func(*interpose.Call) nd2.Status { return nd2.Success })
	return []Mutant{
		by("mr.deregister.ends-remote-writing", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.ends-remote-reading", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.ends-local-access", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.busy-while-bound", "allowed", "A region with bound windows can be deregistered.",
			at(interpose.MRDeregister, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.DeviceBusy {
					return nd2.Success
				}
				return s
			})),
		by("mr.deregister.after-invalidate", "busy", "A region to which a window was bound can't be deregistered any more.",
			func() interpose.Hooks {
				var bound interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					switch {
					case c.Method == interpose.QPBind && interpose.ObjectOf(c.Region) != nil:
						bound.Set(interpose.ObjectOf(c.Region), true)
					case c.Method == interpose.MRDeregister && bound.Get(c.Object):
						return nd2.DeviceBusy
					}
					return c.Proceed()
				}}
			}),
		by("mr.deregister.invalidate-in-progress", "undocumented", "While the result of an Invalidate has not been taken, Deregister fails with another status.",
			func() interpose.Hooks {
				var invalidating interpose.Record[int]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					switch {
					case c.Method == interpose.QPInvalidate:
						invalidating.Update(nil, increment)
						c.OnResult(func(*interpose.Outcome) { invalidating.Update(nil, func(n int) int { return n - 1 }) })
					case c.Method == interpose.MRDeregister && invalidating.Get(nil) > 0:
						return nd2.InvalidDeviceState
					}
					return c.Proceed()
				}}
			}),
		by("mr.deregister.after-removal", "refused", "Deregister fails after the adapter has been removed.",
			refusing(interpose.MRDeregister, nd2.DeviceRemoved, func(c *interpose.Call) bool { return removed(c.Parent) })),
		by("mr.register.one-buffer", "forgotten", "A region that holds a registration says yes to another buffer.",
			func() interpose.Hooks {
				var holds interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if c.Method == interpose.MRRegister && holds.Get(c.Object) {
						return nd2.Success
					}
					s := c.Proceed()
					if s == nd2.Success && (c.Method == interpose.MRRegister || c.Method == interpose.MRDeregister) {
						holds.Set(c.Object, c.Method == interpose.MRRegister)
					}
					return s
				}}
			}),
		by("mr.register.refused-then-usable", "unusable", "A region that has refused a buffer refuses every other.", onceRefused(interpose.MRRegister, nd2.InvalidDeviceState)),
		by("mr.register.while-connecting", "refused", "Memory can't be registered while a connection is being made.",
			refusing(interpose.MRRegister, nd2.InsufficientResources, func(c *interpose.Call) bool {
				return slices.ContainsFunc(interpose.Living[*interpose.Connector](c.Object), func(k *interpose.Connector) bool { return len(k.Outstanding()) > 0 })
			})),
	}
}

func swapBytes(c *interpose.Call) { c.Count = bits.ReverseBytes32(c.Count) }

// changingToken makes a defect by which a token is another from the third time on.
func changingToken(method string) defect {
	return func() interpose.Hooks {
		var asked interpose.Record[int]
		return interpose.Hooks{Call: interpose.After(method, func(c *interpose.Call) {
			if asked.Update(c.Object, increment) > 2 {
				c.Count++
			}
		})}
	}
}

// reachBehind gives b with the byte behind it, reachBefore with the one before it,
// whether it is the client's to give or not.
func reachBehind(b []byte) []byte { return unsafe.Slice(unsafe.SliceData(b), len(b)+1) }

func reachBefore(b []byte) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), -1)), len(b)+1)
}

// overlap reports whether two buffers share a byte.
func overlap(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	from, to := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return from < to+uintptr(len(b)) && to < from+uintptr(len(a))
}

// A known region is one whose local token a client has asked for.
type known struct {
	*interpose.Object
	rights nd2.RegionFlags
}

// refusingRegions makes a defect by which requests are refused that name some
// regions.
func refusingRegions(which func(c *interpose.Call, r known) bool) defect {
	return func() interpose.Hooks {
		var rights interpose.Record[nd2.RegionFlags]
		var tokens interpose.Record[map[uint32]*interpose.Object]
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			for _, e := range c.SGE {
				if r := tokens.Get(nil)[e.MemoryRegionToken]; r != nil && which(c, known{r, rights.Get(r)}) {
					return nd2.AccessViolation
				}
			}
			s := c.Proceed()
			switch c.Method {
			case interpose.MRRegister:
				rights.Set(c.Object, c.Rights)
			case interpose.MRGetLocalToken:
				tokens.Update(nil, func(m map[uint32]*interpose.Object) map[uint32]*interpose.Object { return with(m, c.Count, c.Object) })
			}
			return s
		}}
	}
}

// with gives a copy of m with one more entry.
func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	larger := map[K]V{k: v}
	for key, value := range m {
		if key != k {
			larger[key] = value
		}
	}
	return larger
}

// onceRefused makes a defect by which an object that has refused a call of a method
// refuses all.
func onceRefused(method string, with nd2.Status) defect {
	return func() interpose.Hooks {
		var refused interpose.Record[bool]
		return interpose.Hooks{Call: interpose.At(method, func(c *interpose.Call) nd2.Status {
			if refused.Get(c.Object) {
				return with
			}
			s := c.Proceed()
			refused.Set(c.Object, s != nd2.Success && s != nd2.Pending)
			return s
		})}
	}
}

// removed reports whether the adapter has been removed.
func removed(a *interpose.Adapter) bool {
	var size uint32
	return a.Inner.Query(nil, &size) == nd2.DeviceRemoved
}
