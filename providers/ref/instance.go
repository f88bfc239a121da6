package ref

import (
	"fmt"
	"net/netip"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// An instance implements [providers.Instance] and [providers.FaultInjector].
type instance struct {
	network  fabric.Network
	adapters []*hardware
	leave    func() error
}

// open makes an instance with the adapters that the options ask for.
func open(o *options) (*instance, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	i := &instance{network: process.join(), leave: sync.OnceValue(process.leave)}
	for n := range o.adapters + o.basic {
		limits := o.limits
		if n >= o.adapters {
			limits.SharedReceiveDepth, limits.CQResize = 0, false
		}
		h, err := i.plug(limits, o.seed)
		if err != nil {
			i.Close()
			return nil, err
		}
		i.adapters = append(i.adapters, h)
	}
	return i, nil
}

// plug puts an adapter in, with the first addresses that no other has.
func (i *instance) plug(limits nic.Limits, seed uint64) (h *hardware, err error) {
	for n := range maxAdapters {
		h = &hardware{
			id:        firstAdapterID + uint64(n),
			addresses: addressesOf(n),
			limits:    limits,
			network:   i.network,
			seed:      seed + uint64(n),
		}
		if err = h.attach(); err == nil {
			return h, nil
		}
	}
	return nil, fmt.Errorf("no address is left for another adapter: %w", err)
}

// addressesOf gives the addresses of the n-th adapter, from 0: of the blocks for
// documentation. Source: RFC 5737 (TEST-NET-1), RFC 3849.
func addressesOf(n int) []netip.Addr {
	four := netip.AddrFrom4([4]byte{192, 0, 2, byte(n + 1)})
	six := netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 15: byte(n + 1)})
	return []netip.Addr{four, six}
}

// ND2 implements [providers.Instance].
func (i *instance) ND2() nd2.Provider { return newProvider(i) }

// Version implements [providers.Instance].
func (i *instance) Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return info.Main.Version
}

// Close implements [providers.Instance].
func (i *instance) Close() error {
	for _, h := range i.adapters {
		h.close()
	}
	return i.leave()
}

// adapter gives the adapter with an id, nil if there is none.
func (i *instance) adapter(id uint64) *hardware {
	n := slices.IndexFunc(i.adapters, func(h *hardware) bool { return h.id == id })
	if n < 0 {
		return nil
	}
	return i.adapters[n]
}

// has reports whether an address is the adapter's.
func (h *hardware) has(a netip.Addr) bool { return slices.Contains(h.addresses, a) }
