package ref

import (
	"errors"
	"fmt"
	"net/netip"
	"runtime/debug"
	"slices"

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

// open makes an instance with the adapters that the options name. The first has half
// the read limits of the others, so that a mix-up of adapters shows.
func open(o *options) (*instance, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o.adopt()
	i := new(instance)
	i.network, i.leave = place{o.fabric, o.netns}.join()
	for n := range o.adapters + o.basic {
		limits := o.limits
		if n > 0 && o.as != winof { // these are two ports of one card
			limits.InboundReads = moreReads(limits.InboundReads)
			limits.OutboundReads = moreReads(limits.OutboundReads)
		}
		if n >= o.adapters {
			limits.SharedReceiveDepth, limits.CQResize = 0, false
		}
		h, err := i.plug(o, n, limits)
		if err != nil {
			i.Close()
			return nil, err
		}
		i.adapters = append(i.adapters, h)
	}
	return i, nil
}

// moreReads doubles a read limit, if messages have room for that.
func moreReads(limit uint32) uint32 { return max(limit, min(2*min(limit, maxReads), maxReads)) }

// plug inserts the n-th adapter at the addresses of the options, or else at the first
// free ones.
func (i *instance) plug(o *options, n int, limits nic.Limits) (h *hardware, err error) {
	if len(o.listen) > 0 {
		h, err = i.plugAt(o, n, o.listen[n], limits)
		if err != nil {
			err = fmt.Errorf("option listen: %w", err)
		}
		return h, err
	}
	for place := range maxAdapters {
		h, err = i.plugAt(o, n, o.addressesOf(n, place), limits)
		if !errors.Is(err, fabric.ErrTaken) {
			return h, err
		}
	}
	return nil, fmt.Errorf("no address is left for another adapter: %w", err)
}

func (i *instance) plugAt(o *options, n int, addresses []netip.Addr, limits nic.Limits) (*hardware, error) {
	limits.MTU = o.mtu(addresses)
	h := &hardware{
		id:          firstAdapterID + uint64(n),
		addresses:   addresses,
		scope:       uint32(n + 1),
		limits:      limits,
		flags:       o.flags,
		quirks:      o.quirks,
		spareInfo:   o.spareInfo,
		oneObject:   o.oneObject,
		network:     i.network,
		timing:      o.timing(),
		impairments: o.impairments,
		seed:        o.seed + uint64(n),
		psn:         o.psn,
	}
	h.impairments.Seed = h.seed
	return h, h.attach()
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
	var errs []error
	for _, h := range i.adapters {
		errs = append(errs, h.close())
	}
	return errors.Join(append(errs, i.leave())...)
}

// adapter returns the adapter with an id, or nil.
func (i *instance) adapter(id uint64) *hardware {
	n := slices.IndexFunc(i.adapters, func(h *hardware) bool { return h.id == id })
	if n < 0 {
		return nil
	}
	return i.adapters[n]
}

// has reports whether the adapter has an address.
func (h *hardware) has(a netip.Addr) bool { return slices.Contains(h.addresses, a) }
