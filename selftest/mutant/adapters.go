package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// adapters break what a provider and its adapters say of themselves, and how long an
// adapter is there.
func adapters() []Mutant {
	return slices.Concat(adapterInfos(), bufferSizes(), addressing(), adapterLifetimes())
}

func adapterInfos() []Mutant {
	saying := func(change func(info *nd2.AdapterInfo)) defect {
		return after(calls.AdapterQuery, func(c *calls.Call) { change(c.Info) })
	}
	return []Mutant{
		by("adapter.query.adapter-id", "same", "All adapters have the same id.", saying(func(i *nd2.AdapterInfo) { i.AdapterID = 1 })),
		by("adapter.query.constant-limits", "what-is-left", "The limits are what is left.",
			keeping(func(c *calls.Call, queues *calls.Record[int]) nd2.Status {
				s := c.Proceed()
				switch {
				case s != nd2.Success:
				case c.Method == calls.AdapterCreateCompletionQueue || c.Method == calls.AdapterCreateQueuePair || c.Method == calls.AdapterCreateMemoryRegion:
					queues.Update(nil, increment)
				case c.Method == calls.AdapterQuery:
					used := uint32(queues.Get(nil))
					c.Info.MaxCompletionQueueDepth -= used
					c.Info.MaxReceiveQueueDepth -= used
					c.Info.MaxRegistrationSize -= uintptr(used)
				}
				return s
			})),
		by("adapter.query.info-version", "one", "The structure says that it is of version 1.", saying(func(i *nd2.AdapterInfo) { i.InfoVersion = nd2.Version1 })),
		by("adapter.query.info-version", "unknown", "The structure of version 0x20000 can't be asked for.",
			refusing(calls.AdapterQuery, nd2.InvalidParameter1, func(c *calls.Call) bool { return c.Info != nil && c.Info.InfoVersion == nd2.Version2 })),
		by("adapter.query.limits", "no-receive-entries", "MaxReceiveSge is 0.", saying(func(i *nd2.AdapterInfo) { i.MaxReceiveSGE = 0 })),
		by("adapter.query.limits", "no-transfer", "MaxTransferLength is 0.", saying(func(i *nd2.AdapterInfo) { i.MaxTransferLength = 0 })),
		by("adapter.query.nd-success", "told-not-taken", "A buffer of the size that the adapter has just told is refused.",
			keepingAt(calls.AdapterQuery, func(c *calls.Call, told *calls.Record[bool]) nd2.Status {
				asked := c.Info == nil
				if !asked && told.Get(c.Object) && *c.Size == nd2.AdapterInfoSize {
					return nd2.BufferOverflow
				}
				told.Set(c.Object, asked)
				return c.Proceed()
			})),
		by("adapter.query.nd-success", "counts-from-the-end", "An adapter with 32 bytes more to say asks for room for them, and then refuses just that.",
			at(calls.AdapterQuery, func(c *calls.Call) nd2.Status {
				const whole = nd2.AdapterInfoSize + 32
				if c.Size == nil || *c.Size == whole {
					return nd2.InvalidParameter2
				}
				s := c.Proceed()
				if s == nd2.BufferOverflow {
					*c.Size = whole
				}
				return s
			})),
		by("adapter.query.read-sge", "more", "MaxReadSge is more than MaxInitiatorSge.", saying(func(i *nd2.AdapterInfo) { i.MaxReadSGE = i.MaxInitiatorSGE + 1 })),
		by("adapter.query.loopback", "refused", "An adapter can't connect to itself.",
			refusing(calls.ConnectorConnect, nd2.HostUnreachable, func(c *calls.Call) bool {
				return slices.ContainsFunc(addresses(c.Parent), func(a []byte) bool { return sameHost(a, c.Destination) })
			})),
	}
}

func addressing() []Mutant {
	return slices.Concat(addressLists(), openings())
}

// addressLists break how adapters are found.
func addressLists() []Mutant {
	return []Mutant{
		by("adapter.queryaddresslist.own-only", "another", "The list holds an address that is not the adapter's.",
			after(calls.AdapterQueryAddressList, func(c *calls.Call) {
				if n := len(c.List.Address); n > 0 {
					other := slices.Clone(c.List.Address[0])
					other[7]++ // the last byte of an IPv4 address
					c.List.Address = append(c.List.Address, other)
				}
			})),
		by("provider.queryaddresslist.complete", "last-missing", "The last address is not on the list.", lastMissing(calls.ProviderQueryAddressList)),
		by("provider.queryaddresslist.complete", "ipv4-only", "IPv6 addresses are not on the list.", withoutIPv6(calls.ProviderQueryAddressList)),
		by("adapter.queryaddresslist.complete", "last-missing", "The last address is not on the adapter's list.", lastMissing(calls.AdapterQueryAddressList)),
		by("adapter.queryaddresslist.complete", "ipv4-only", "IPv6 addresses are not on the adapter's list.", withoutIPv6(calls.AdapterQueryAddressList)),
		by("provider.resolveaddress.malformed", "resolved", "What is no sockaddr resolves.", unnoticed(calls.ProviderResolveAddress)),
		by("provider.resolveaddress.port-ignored", "refused", "An address with a port does not resolve.",
			refusing(calls.ProviderResolveAddress, nd2.InvalidAddress, func(c *calls.Call) bool { return len(c.Buffer) > 3 && (c.Buffer[2] != 0 || c.Buffer[3] != 0) })),
		by("provider.resolveaddress.unique-id", "by-family", "The addresses of an adapter give different ids.",
			after(calls.ProviderResolveAddress, func(c *calls.Call) { *c.FoundID += uint64(len(c.Buffer)) << 32 })),
		by("provider.resolveaddress.unique-id", "all-the-same", "The addresses of all adapters give the same id.",
			func() calls.Hooks {
				var first calls.Record[uint64]
				return calls.Hooks{Call: calls.After(calls.ProviderResolveAddress, func(c *calls.Call) {
					*c.FoundID = first.Keep(nil, *c.FoundID)
				})}
			}),
	}
}

// lastMissing makes a defect by which a list of addresses lacks its last one.
func lastMissing(method string) defect {
	return after(method, func(c *calls.Call) {
		if n := len(c.List.Address); n > 0 {
			c.List.Address = c.List.Address[:n-1]
		}
	})
}

// withoutIPv6 makes a defect by which a list has addresses of IPv4 only.
func withoutIPv6(method string) defect {
	return after(method, func(c *calls.Call) {
		c.List.Address = slices.DeleteFunc(c.List.Address, func(a []byte) bool { return len(a) == nd2.SockaddrIn6Size })
	})
}

// openings break how adapters are opened, and how long they are there.
func openings() []Mutant {
	return []Mutant{
		by("provider.openadapter.opened-twice", "one-closed-all-closed", "When one handle of an adapter has been released, the others do not work.",
			keeping(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
				a, ok := c.Self.(*calls.Adapter)
				if ok && c.Method == calls.Release && c.LastReference() {
					for _, other := range calls.Others[*calls.Adapter](c.Object) {
						gone.Set(&other.Object, true)
					}
				}
				if ok && c.Method != calls.Release && gone.Get(&a.Object) {
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
		by("provider.openadapter.opened-twice", "refused", "An adapter that is open can't be opened again.",
			refusing(calls.ProviderOpenAdapter, nd2.DeviceBusy, func(c *calls.Call) bool {
				return slices.ContainsFunc(calls.Living[*calls.Adapter](c.Object), func(a *calls.Adapter) bool { return a.Limits().AdapterID == c.AdapterID })
			})),
		by("provider.openadapter.outlives-provider", "ends-with-it", "An adapter does not work once its provider has been released.",
			keeping(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
				switch self := c.Self.(type) {
				case *calls.Provider:
					if c.Method == calls.Release && c.LastReference() {
						for _, a := range calls.Living[*calls.Adapter](c.Object) {
							gone.Set(&a.Object, true)
						}
					}
				case *calls.Adapter:
					if c.Method != calls.Release && gone.Get(&self.Object) {
						return nd2.DeviceRemoved
					}
				}
				return c.Proceed()
			})),
	}
}

// addresses lists the adapter's own.
func addresses(a *calls.Adapter) [][]byte {
	var list nd2.SocketAddressList
	size := uint32(1 << 16)
	a.Inner.QueryAddressList(&list, &size)
	return list.Address
}

// sameHost reports whether two sockaddrs are of one address, whatever the ports.
func sameHost(a, b []byte) bool {
	x, _ := nd2.ParseSockaddr(a)
	y, _ := nd2.ParseSockaddr(b)
	return x.Addr() == y.Addr()
}
