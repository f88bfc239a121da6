package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

const (
	query             = "IND2Adapter::Query"
	adapterAddresses  = "IND2Adapter::QueryAddressList"
	providerAddresses = "IND2Provider::QueryAddressList"
	resolveAddress    = "IND2Provider::ResolveAddress"
)

// adapters break what a provider and its adapters say of themselves, and how long an
// adapter is there.
func adapters() []Mutant {
	return slices.Concat(infos(), sizes(), finding())
}

func infos() []Mutant {
	saying := func(change func(info *nd2.AdapterInfo)) func() defect {
		return after(query, func(c *call) { change(c.info) })
	}
	return []Mutant{
		by("adapter.query.adapter-id", "same", "All adapters have the same id.", saying(func(i *nd2.AdapterInfo) { i.AdapterID = 1 })),
		by("adapter.query.constant-limits", "what-is-left", "The limits are what is left.",
			func() defect {
				var queues record[int]
				return defect{call: func(c *call) nd2.Status {
					s := c.proceed()
					switch {
					case s != nd2.Success:
					case c.method == createCompletionQueue || c.method == createQueuePair || c.method == createRegion:
						queues.update(nil, increment)
					case c.method == query:
						used := uint32(queues.get(nil))
						c.info.MaxCompletionQueueDepth -= used
						c.info.MaxReceiveQueueDepth -= used
						c.info.MaxRegistrationSize -= uintptr(used)
					}
					return s
				}}
			}),
		by("adapter.query.info-version", "one", "The structure says that it is of version 1.", saying(func(i *nd2.AdapterInfo) { i.InfoVersion = nd2.Version1 })),
		by("adapter.query.info-version", "unknown", "The structure of version 0x20000 can't be asked for.",
			refusing(query, nd2.InvalidParameter1, func(c *call) bool { return c.info != nil && c.info.InfoVersion == nd2.Version2 })),
		by("adapter.query.limits", "no-receive-entries", "MaxReceiveSge is 0.", saying(func(i *nd2.AdapterInfo) { i.MaxReceiveSGE = 0 })),
		by("adapter.query.limits", "no-transfer", "MaxTransferLength is 0.", saying(func(i *nd2.AdapterInfo) { i.MaxTransferLength = 0 })),
		by("adapter.query.read-sge", "more", "MaxReadSge is more than MaxInitiatorSge.", saying(func(i *nd2.AdapterInfo) { i.MaxReadSGE = i.MaxInitiatorSGE + 1 })),
		by("adapter.query.loopback", "refused", "An adapter can't connect to itself.",
			refusing(connect, nd2.HostUnreachable, func(c *call) bool {
				return slices.ContainsFunc(c.parent.addresses(), func(a []byte) bool { return sameHost(a, c.destination) })
			})),
	}
}

// sizes break the sizes that go in and out.
func sizes() (list []Mutant) {
	for _, m := range []struct {
		entry, method string
		bytes         bool
	}{
		{"adapter.query", query, false},
		{"adapter.queryaddresslist", adapterAddresses, false},
		{"provider.queryaddresslist", providerAddresses, false},
		{"connector.getlocaladdress", connectorAddress, true},
		{"connector.getpeeraddress", peerAddress, true},
		{"connector.getprivatedata", getPrivateData, true},
		{"listener.getlocaladdress", listenerAddress, true},
	} {
		if m.method == query {
			list = append(list, by(m.entry+".size-used", "more", "The size used is more than the buffer has.",
				at(query, func(c *call) nd2.Status {
					s := c.proceed()
					if s == nd2.Success {
						*c.size = 1 << 16
					}
					return s
				})))
		} else {
			list = append(list, by(m.entry+".size-used", "given", "The size stays what the buffer has.",
				at(m.method, func(c *call) nd2.Status {
					if c.size == nil {
						return c.proceed()
					}
					given := *c.size
					s := c.proceed()
					if s == nd2.Success {
						*c.size = given
					}
					return s
				})))
		}
		list = append(list,
			by(m.entry+".size-used", "refused", "A buffer larger than needed is refused.",
				at(m.method, func(c *call) nd2.Status {
					if c.size == nil {
						return c.proceed()
					}
					given := *c.size
					if s := c.proceed(); s != nd2.Success || *c.size >= given {
						return s
					}
					return nd2.InvalidBufferSize
				})))
		if m.bytes {
			list = append(list, by(m.entry+".size-used", "beyond", "The byte behind what was used is overwritten.",
				after(m.method, func(c *call) {
					if used := int(*c.size); used < len(c.buffer) {
						c.buffer[used] ^= 0x80
					}
				})))
		}
	}
	return list
}

func finding() []Mutant {
	return []Mutant{
		by("adapter.queryaddresslist.own-only", "another", "The list holds an address that is not the adapter's.",
			after(adapterAddresses, func(c *call) {
				if n := len(c.list.Address); n > 0 {
					other := slices.Clone(c.list.Address[0])
					other[7]++ // the last byte of an IPv4 address
					c.list.Address = append(c.list.Address, other)
				}
			})),
		by("provider.queryaddresslist.complete", "last-missing", "The last address is not on the list.",
			after(providerAddresses, func(c *call) {
				if n := len(c.list.Address); n > 0 {
					c.list.Address = c.list.Address[:n-1]
				}
			})),
		by("provider.queryaddresslist.complete", "ipv4-only", "IPv6 addresses are not on the list.",
			after(providerAddresses, func(c *call) {
				c.list.Address = slices.DeleteFunc(c.list.Address, func(a []byte) bool { return len(a) == nd2.SockaddrIn6Size })
			})),
		by("provider.resolveaddress.malformed", "resolved", "What is no sockaddr resolves.", unnoticed(resolveAddress)),
		by("provider.resolveaddress.port-ignored", "refused", "An address with a port does not resolve.",
			refusing(resolveAddress, nd2.InvalidAddress, func(c *call) bool { return len(c.buffer) > 3 && (c.buffer[2] != 0 || c.buffer[3] != 0) })),
		by("provider.resolveaddress.unique-id", "by-family", "The addresses of an adapter give different ids.",
			after(resolveAddress, func(c *call) { *c.foundID += uint64(len(c.buffer)) << 32 })),
		by("provider.resolveaddress.unique-id", "all-the-same", "The addresses of all adapters give the same id.",
			func() defect {
				var first record[uint64]
				return defect{call: succeeding(resolveAddress, func(c *call) {
					*c.foundID = first.update(nil, func(id uint64) uint64 {
						if id == 0 {
							return *c.foundID
						}
						return id
					})
				})}
			}),
		by("provider.openadapter.opened-twice", "one-closed-all-closed", "When one handle of an adapter has been released, the others do not work.",
			func() defect {
				var gone record[bool]
				return defect{call: func(c *call) nd2.Status {
					a, ok := c.self.(*adapter)
					if ok && c.method == release && c.last() {
						for _, other := range others[*adapter](c.world, c.object) {
							gone.set(other.base(), true)
						}
					}
					if ok && c.method != release && gone.get(a.base()) {
						return nd2.DeviceRemoved
					}
					return c.proceed()
				}}
			}),
		by("provider.openadapter.opened-twice", "refused", "An adapter that is open can't be opened again.",
			refusing(openAdapter, nd2.DeviceBusy, func(c *call) bool {
				return slices.ContainsFunc(others[*adapter](c.world, nil), func(a *adapter) bool { return a.limits().AdapterID == c.adapterID })
			})),
		by("provider.openadapter.outlives-provider", "ends-with-it", "An adapter does not work once its provider has been released.",
			func() defect {
				var gone record[bool]
				return defect{call: func(c *call) nd2.Status {
					switch self := c.self.(type) {
					case *provider:
						if c.method == release && c.last() {
							for _, a := range others[*adapter](c.world, nil) {
								gone.set(a.base(), true)
							}
						}
					case *adapter:
						if c.method != release && gone.get(self.base()) {
							return nd2.DeviceRemoved
						}
					}
					return c.proceed()
				}}
			}),
	}
}

// addresses lists the adapter's own.
func (a *adapter) addresses() [][]byte {
	var list nd2.SocketAddressList
	size := uint32(1 << 16)
	a.inner.QueryAddressList(&list, &size)
	return list.Address
}

// sameHost reports whether two sockaddrs are of one address, whatever the ports.
func sameHost(a, b []byte) bool {
	x, _ := nd2.ParseSockaddr(a)
	y, _ := nd2.ParseSockaddr(b)
	return x.Addr() == y.Addr()
}
