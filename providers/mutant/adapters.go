package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// adapters break what a provider and its adapters say of themselves, and how long an
// adapter is there.
func adapters() []Mutant {
	return slices.Concat(adapterInfos(), bufferSizes(), addressing(), adapterLifetimes())
}

func adapterInfos() []Mutant {
	saying := func(change func(info *nd2.AdapterInfo)) defect {
		return after(interpose.AdapterQuery, func(c *interpose.Call) { change(c.Info) })
	}
	return []Mutant{
		by("adapter.query.adapter-id", "same", "All adapters have the same id.", saying(func(i *nd2.AdapterInfo) { i.AdapterID = 1 })),
		by("adapter.query.constant-limits", "what-is-left", "The limits are what is left.",
			keeping(func(c *interpose.Call, queues *interpose.Record[int]) nd2.Status {
				s := c.Proceed()
				switch {
				case s != nd2.Success:
				case c.Method == interpose.AdapterCreateCompletionQueue || c.Method == interpose.AdapterCreateQueuePair || c.Method == interpose.AdapterCreateMemoryRegion:
					queues.Update(nil, increment)
				case c.Method == interpose.AdapterQuery:
					used := uint32(queues.Get(nil))
					c.Info.MaxCompletionQueueDepth -= used
					c.Info.MaxReceiveQueueDepth -= used
					c.Info.MaxRegistrationSize -= uintptr(used)
				}
				return s
			})),
		by("adapter.query.info-version", "one", "The structure says that it is of version 1.", saying(func(i *nd2.AdapterInfo) { i.InfoVersion = nd2.Version1 })),
		by("adapter.query.info-version", "unknown", "The structure of version 0x20000 can't be asked for.",
			refusing(interpose.AdapterQuery, nd2.InvalidParameter1, func(c *interpose.Call) bool { return c.Info != nil && c.Info.InfoVersion == nd2.Version2 })),
		by("adapter.query.limits", "no-receive-entries", "MaxReceiveSge is 0.", saying(func(i *nd2.AdapterInfo) { i.MaxReceiveSGE = 0 })),
		by("adapter.query.limits", "no-transfer", "MaxTransferLength is 0.", saying(func(i *nd2.AdapterInfo) { i.MaxTransferLength = 0 })),
		by("adapter.query.nd-success", "told-not-taken", "A buffer of the size that the adapter has just told is refused.",
			keepingAt(interpose.AdapterQuery, func(c *interpose.Call, told *interpose.Record[bool]) nd2.Status {
				asked := c.Info == nil
				if !asked && told.Get(c.Object) && *c.Size == nd2.AdapterInfoSize {
					return nd2.BufferOverflow
				}
				told.Set(c.Object, asked)
				return c.Proceed()
			})),
		by("adapter.query.nd-success", "counts-from-the-end", "An adapter with 32 bytes more to say asks for room for them, and then refuses just that.",
			at(interpose.AdapterQuery, func(c *interpose.Call) nd2.Status {
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
			refusing(interpose.ConnectorConnect, nd2.HostUnreachable, func(c *interpose.Call) bool {
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
			after(interpose.AdapterQueryAddressList, func(c *interpose.Call) {
				if n := len(c.List.Address); n > 0 {
					other := slices.Clone(c.List.Address[0])
					other[7]++ // the last byte of an IPv4 address
					c.List.Address = append(c.List.Address, other)
				}
			})),
		by("provider.queryaddresslist.complete", "last-missing", "The last address is not on the list.", lastMissing(interpose.ProviderQueryAddressList)),
		by("provider.queryaddresslist.complete", "ipv4-only", "IPv6 addresses are not on the list.", withoutIPv6(interpose.ProviderQueryAddressList)),
		by("adapter.queryaddresslist.complete", "last-missing", "The last address is not on the adapter's list.", lastMissing(interpose.AdapterQueryAddressList)),
		by("adapter.queryaddresslist.complete", "ipv4-only", "IPv6 addresses are not on the adapter's list.", withoutIPv6(interpose.AdapterQueryAddressList)),
		by("provider.resolveaddress.malformed", "resolved", "What is no sockaddr resolves.", unnoticed(interpose.ProviderResolveAddress)),
		by("provider.resolveaddress.port-ignored", "refused", "An address with a port does not resolve.",
			refusing(interpose.ProviderResolveAddress, nd2.InvalidAddress, func(c *interpose.Call) bool { return len(c.Buffer) > 3 && (c.Buffer[2] != 0 || c.Buffer[3] != 0) })),
		by("provider.resolveaddress.unique-id", "by-family", "The addresses of an adapter give different ids.",
			after(interpose.ProviderResolveAddress, func(c *interpose.Call) { *c.FoundID += uint64(len(c.Buffer)) << 32 })),
		by("provider.resolveaddress.unique-id", "all-the-same", "The addresses of all adapters give the same id.",
			func() interpose.Hooks {
				var first interpose.Record[uint64]
				return interpose.Hooks{Call: interpose.After(interpose.ProviderResolveAddress, func(c *interpose.Call) {
					*c.FoundID = first.Keep(nil, *c.FoundID)
				})}
			}),
	}
}

// lastMissing makes a defect by which a list of addresses lacks its last one.
func lastMissing(method string) defect {
	return after(method, func(c *interpose.Call) {
		if n := len(c.List.Address); n > 0 {
			c.List.Address = c.List.Address[:n-1]
		}
	})
}

// withoutIPv6 makes a defect by which a list has addresses of IPv4 only.
func withoutIPv6(method string) defect {
	return after(method, func(c *interpose.Call) {
		c.List.Address = slices.DeleteFunc(c.List.Address, func(a []byte) bool { return len(a) == nd2.SockaddrIn6Size })
	})
}

// openings break how adapters are opened, and how long they are there.
func openings() []Mutant {
	return []Mutant{
		by("provider.openadapter.opened-twice", "one-closed-all-closed", "When one handle of an adapter has been released, the others do not work.",
			keeping(func(c *interpose.Call, gone *interpose.Record[bool]) nd2.Status {
				a, ok := c.Self.(*interpose.Adapter)
				if ok && c.Method == interpose.Release && c.LastReference() {
					for _, other := range interpose.Others[*interpose.Adapter](c.Object) {
						gone.Set(&other.Object, true)
					}
				}
				if ok && c.Method != interpose.Release && gone.Get(&a.Object) {
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
		by("provider.openadapter.opened-twice", "refused", "An adapter that is open can't be opened again.",
			refusing(interpose.ProviderOpenAdapter, nd2.DeviceBusy, func(c *interpose.Call) bool {
				return slices.ContainsFunc(interpose.Living[*interpose.Adapter](c.Object), func(a *interpose.Adapter) bool { return a.Limits().AdapterID == c.AdapterID })
			})),
		by("provider.openadapter.outlives-provider", "ends-with-it", "An adapter does not work once its provider has been released.",
			keeping(func(c *interpose.Call, gone *interpose.Record[bool]) nd2.Status {
				switch self := c.Self.(type) {
				case *interpose.Provider:
					if c.Method == interpose.Release && c.LastReference() {
						for _, a := range interpose.Living[*interpose.Adapter](c.Object) {
							gone.Set(&a.Object, true)
						}
					}
				case *interpose.Adapter:
					if c.Method != interpose.Release && gone.Get(&self.Object) {
						return nd2.DeviceRemoved
					}
				}
				return c.Proceed()
			})),
	}
}

// addresses lists the adapter's own.
func addresses(a *interpose.Adapter) [][]byte {
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
