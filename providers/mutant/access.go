package mutant

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
)

const (
	localToken      = "IND2MemoryRegion::GetLocalToken"
	regionToken     = "IND2MemoryRegion::GetRemoteToken"
	windowToken     = "IND2MemoryWindow::GetRemoteToken"
	everything      = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite
	bothWays        = nd2.AllowRead | nd2.AllowWrite
	createRegion    = "IND2Adapter::CreateMemoryRegion"
	createWindow    = "IND2Adapter::CreateMemoryWindow"
	createFile      = "IND2Adapter::CreateOverlappedFile"
	createConnector = "IND2Adapter::CreateConnector"
	createListener  = "IND2Adapter::CreateListener"
)

// access breaks which memory can be reached, with which rights, and how long.
func access() []Mutant { return slices.Concat(regions(), registrations(), windows()) }

func regions() []Mutant {
	granting := func(right nd2.RegionFlags) func() defect {
		return before(register, func(c *call) { c.rights |= right })
	}
	resized := func(change func([]byte) []byte) func() defect {
		return before(register, func(c *call) {
			if len(c.buffer) > 1 {
				c.buffer = change(c.buffer)
			}
		})
	}
	return []Mutant{
		by("mr.rights.no-remote-read", "granted", "Every region can be read by a peer.", granting(nd2.AllowRemoteRead)),
		by("mr.rights.no-remote-write", "granted", "Every region can be written to by a peer.", granting(nd2.AllowRemoteWrite)),
		by("mr.rights.no-local-write", "granted", "Every region can be received into.", granting(nd2.AllowLocalWrite)),
		by("mr.rights.remote-write-includes-local", "not", "ND_MR_FLAG_ALLOW_REMOTE_WRITE gives no local write.",
			before(register, func(c *call) {
				if c.rights&nd2.AllowRemoteWrite == nd2.AllowRemoteWrite {
					c.rights &^= nd2.AllowLocalWrite
				}
			})),
		by("mr.rights.none-to-send", "demanded", "A Send or Write needs a region with some right.",
			refusingRegions(func(c *call, r known) bool { return (c.method == send || c.method == write) && r.rights == 0 })),
		by("mr.rights.read-sink", "demands-remote-write", "A Read lands only in a region with ND_MR_FLAG_ALLOW_REMOTE_WRITE.",
			refusingRegions(func(c *call, r known) bool {
				return c.method == read && r.rights&nd2.AllowRemoteWrite != nd2.AllowRemoteWrite
			})),
		by("mr.bounds.local", "one-behind", "A region is a byte longer than its buffer.", resized(reachBehind)),
		by("mr.bounds.local", "one-before", "A region begins a byte before its buffer.", resized(reachBefore)),
		by("mr.bounds.read", "one-behind", "A region is a byte longer than its buffer.", resized(reachBehind)),
		by("mr.bounds.read", "one-before", "A region begins a byte before its buffer.", resized(reachBefore)),
		by("mr.bounds.write", "one-behind", "A region is a byte longer than its buffer.", resized(reachBehind)),
		by("mr.bounds.write", "one-before", "A region begins a byte before its buffer.", resized(reachBefore)),
		by("mr.bounds.first-and-last-byte", "last-missing", "A region ends a byte before its buffer's end.", resized(func(b []byte) []byte { return b[:len(b)-1] })),
		by("mr.bounds.first-and-last-byte", "first-missing", "A region begins a byte behind its buffer's start.", resized(func(b []byte) []byte { return b[1:] })),
		by("mr.token.as-sent", "byte-order", "The remote token has its bytes the wrong way round.", after(regionToken, swapBytes)),
		by("mr.token.stable", "remote-changes", "The remote token changes.", changingToken(regionToken)),
		by("mr.token.stable", "local-changes", "The local token changes.", changingToken(localToken)),
		by("mr.scope.every-queue-pair", "older", "A region serves no queue pair that is older than itself.",
			refusingRegions(func(c *call, r known) bool { return r.object.born > c.born })),
		by("mr.scope.registered-again", "refused", "A buffer that is registered can't be registered with another region.",
			func() defect {
				var list record[[]byte]
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == register && list.any(func(b []byte) bool { return overlap(b, c.buffer) }):
						return nd2.AccessViolation
					case c.method == deregister:
						list.set(c.object, nil)
					}
					s := c.proceed()
					if c.method == register && s == nd2.Success {
						list.set(c.object, c.buffer)
					}
					return s
				}}
			}),
		by("mr.scope.registered-again", "ends-together", "Deregister ends the other registrations of the buffer, too.",
			func() defect {
				var list record[[]byte]
				return defect{call: func(c *call) nd2.Status {
					s := c.proceed()
					switch {
					case c.method == register && s == nd2.Success:
						list.set(c.object, c.buffer)
					case c.method == deregister && s == nd2.Success:
						mine := list.set(c.object, nil)
						for _, m := range others[*memoryRegion](c.world, c.object) {
							if overlap(mine, list.get(m.base())) {
								m.inner.Deregister(&nd2.Overlapped{Event: &shadow{object: c.object, muted: true}})
							}
						}
					}
					return s
				}}
			}),
	}
}

func registrations() []Mutant {
	nothing := at(deregister, func(*call) nd2.Status { return nd2.Success })
	return []Mutant{
		by("mr.deregister.ends-remote-writing", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.ends-remote-reading", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.ends-local-access", "stays", "Deregister does nothing.", nothing),
		by("mr.deregister.busy-while-bound", "allowed", "A region with bound windows can be deregistered.",
			at(deregister, func(c *call) nd2.Status {
				s := c.proceed()
				if s == nd2.DeviceBusy {
					return nd2.Success
				}
				return s
			})),
		by("mr.deregister.after-invalidate", "busy", "A region to which a window was bound can't be deregistered any more.",
			func() defect {
				var bound record[bool]
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == bind && objectOf(c.region) != nil:
						bound.set(objectOf(c.region), true)
					case c.method == deregister && bound.get(c.object):
						return nd2.DeviceBusy
					}
					return c.proceed()
				}}
			}),
		by("mr.deregister.invalidate-in-progress", "undocumented", "While the result of an Invalidate has not been taken, Deregister fails with another status.",
			func() defect {
				var invalidating record[int]
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == invalidate:
						invalidating.update(nil, increment)
						c.ended = func(*outcome) { invalidating.update(nil, func(n int) int { return n - 1 }) }
					case c.method == deregister && invalidating.get(nil) > 0:
						return nd2.InvalidDeviceState
					}
					return c.proceed()
				}}
			}),
		by("mr.deregister.after-removal", "refused", "Deregister fails after the adapter has been removed.",
			refusing(deregister, nd2.DeviceRemoved, func(c *call) bool { return c.parent.removed() })),
		by("mr.register.one-buffer", "forgotten", "A region that holds a registration says yes to another buffer.",
			func() defect {
				var holds record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.method == register && holds.get(c.object) {
						return nd2.Success
					}
					s := c.proceed()
					if s == nd2.Success && (c.method == register || c.method == deregister) {
						holds.set(c.object, c.method == register)
					}
					return s
				}}
			}),
		by("mr.register.refused-then-usable", "unusable", "A region that has refused a buffer refuses every other.", onceRefused(register, nd2.InvalidDeviceState)),
		by("mr.register.while-connecting", "refused", "Memory can't be registered while a connection is being made.",
			refusing(register, nd2.InsufficientResources, func(c *call) bool {
				return slices.ContainsFunc(others[*connector](c.world, nil), func(k *connector) bool { return len(k.outstanding()) > 0 })
			})),
	}
}

func swapBytes(c *call) { c.count = bits.ReverseBytes32(c.count) }

// changingToken makes a defect by which a token is another from the third time on.
func changingToken(method string) func() defect {
	return func() defect {
		var asked record[int]
		return defect{call: succeeding(method, func(c *call) {
			if asked.update(c.object, increment) > 2 {
				c.count++
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
	*object
	rights nd2.RegionFlags
}

// refusingRegions makes a defect by which requests are refused that name some
// regions.
func refusingRegions(which func(c *call, r known) bool) func() defect {
	return func() defect {
		var rights record[nd2.RegionFlags]
		var tokens record[map[uint32]*object]
		return defect{call: func(c *call) nd2.Status {
			for _, e := range c.sge {
				if r := tokens.get(nil)[e.MemoryRegionToken]; r != nil && which(c, known{r, rights.get(r)}) {
					return nd2.AccessViolation
				}
			}
			s := c.proceed()
			switch c.method {
			case register:
				rights.set(c.object, c.rights)
			case localToken:
				tokens.update(nil, func(m map[uint32]*object) map[uint32]*object { return with(m, c.count, c.object) })
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
func onceRefused(method string, with nd2.Status) func() defect {
	return func() defect {
		var refused record[bool]
		return defect{call: only(method, func(c *call) nd2.Status {
			if refused.get(c.object) {
				return with
			}
			s := c.proceed()
			refused.set(c.object, s != nd2.Success && s != nd2.Pending)
			return s
		})}
	}
}

// removed reports whether the adapter has been removed.
func (a *adapter) removed() bool {
	var size uint32
	return a.inner.Query(nil, &size) == nd2.DeviceRemoved
}
