package ref

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/nic"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// maxDelay is the longest delay of a datagram.
const maxDelay = time.Second

// keepaliveOverUDP is after how long a silent peer is probed by default: a killed process is noticed
// within seconds, at next to no cost.
const keepaliveOverUDP = 5 * time.Second

const maxKeepalive = 24 * time.Hour

// declareNetwork declares the network options.
func (o *options) declareNetwork(flags *flag.FlagSet) {
	flags.StringVar(&o.fabric, "fabric", inMemory,
		"what joins the adapters: memory, or udp, which is RoCEv2 on UDP port 4791")
	flags.Var(&o.listen, "listen",
		"with fabric=udp, where the adapters are: addresses of this machine, one per adapter, with + between them; "+
			"further addresses of the same adapter follow it with a /, as in 10.0.0.1/fd00::1+10.0.0.2; without it, addresses "+
			"of the loopback network")
	flags.StringVar((*string)(&o.netns), "netns", "",
		"with fabric=udp, the network `namespace` that the addresses are in, as ip netns lists it; the process's own if "+
			"there is none")
	i := &o.impairments
	for _, v := range []struct {
		value       *float64
		name, usage string
	}{
		{&i.Loss, "loss", "is lost"},
		{&i.Duplicate, "duplicate", "arrives twice"},
		{&i.Reorder, "reorder", "is overtaken by the next"},
		{&i.Corrupt, "corrupt", "has a wrong bit"},
	} {
		flags.Var((*probability)(v.value), v.name,
			"how likely it is, from 0 to 1, that a packet to one of the adapters "+v.usage)
	}
	flags.Var((*delay)(&i.Delay), "delay", "how late packets to the adapters arrive, as in 500us; at most 1s")
	flags.Var((*delay)(&o.patience), "patience",
		"how much longer than usual connections wait for a peer that does not answer, as in 500ms; at most 1s")
	flags.Var((*interval)(&o.keepalive), "keepalive",
		fmt.Sprintf("after how long a peer that is silent while nothing is under way is asked for a sign of life, as in "+
			"500ms; 0s for never; %v with fabric=udp if it is not given, never with fabric=memory", keepaliveOverUDP))
	flags.Var((*delay)(&i.Jitter), "jitter",
		"how much later than that at most, by chance, so that one may overtake another")
	flags.Var(&o.psn, "psn",
		"the packet sequence number that each direction of a connection starts with, from 0 to 0xffffff: close to the end "+
			"it wraps around soon; any number without it")
}

// timing returns how long connections wait for their peers on the network.
func (o *options) timing() nic.Timing {
	late := o.impairments.Delay + o.impairments.Jitter
	t := nic.NetworkTiming()
	if o.fabric == inMemory && late == 0 {
		t = nic.MemoryTiming()
	}
	t = t.Slower(2*late + o.patience)
	t.Keepalive = rc.Tick(o.keepalive.Microseconds())
	return t
}

// addressesOf returns the default addresses of the n-th adapter, from 0, at a place, from 0: from the
// blocks for documentation, or from the loopback network. Source: RFC 5737 (TEST-NET-1), RFC 3849; RFC
// 1122, 3.2.1.3; RFC 2544 (for networks apart).
func (o *options) addressesOf(n, place int) []netip.Addr {
	last := byte(place + 1)
	if o.fabric == overUDP {
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, last})}
	}
	four := netip.AddrFrom4([4]byte{192, 0, 2, last})
	six := netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 15: last})
	if o.quirks.Apart {
		four = netip.AddrFrom4([4]byte{198, 18, last, 1})
		six = netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 7: last, 15: 1})
	}
	all := []netip.Addr{four, six}
	if o.six && n == 0 {
		all = []netip.Addr{six, four}
	}
	if o.manyAddresses {
		for _, more := range []byte{64, 128} {
			four, six := netip.AddrFrom4([4]byte{
				192, 0, 2,
				more + last,
			}), netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 15: more + last})
			all = append(all, four, six)
		}
	}
	if o.linkLocal {
		local := netip.AddrFrom16([16]byte{0xfe, 0x80, 15: last})
		all = append([]netip.Addr{local}, all...)
	}
	return all
}

// mtu returns an adapter's path MTU: the requested one, unless its network is too narrow.
func (o *options) mtu(addresses []netip.Addr) int {
	mtu := o.limits.MTU
	if o.fabric == overUDP {
		for _, a := range addresses {
			if most := o.netns.MTU(a); most > 0 {
				mtu = min(mtu, most)
			}
		}
	}
	return mtu
}

// A listening is the value of the flag listen: the addresses of each adapter.
type listening [][]netip.Addr

// String implements [flag.Value].
func (l *listening) String() string {
	var adapters []string
	for _, addresses := range *l {
		var all []string
		for _, a := range addresses {
			all = append(all, a.String())
		}
		adapters = append(adapters, strings.Join(all, "/"))
	}
	return strings.Join(adapters, "+")
}

// Set implements [flag.Value].
func (l *listening) Set(s string) error {
	seen := map[netip.Addr]bool{}
	for _, adapter := range strings.Split(s, "+") {
		var addresses []netip.Addr
		for _, text := range strings.Split(adapter, "/") {
			a, err := netip.ParseAddr(text)
			switch a = a.Unmap(); {
			case err != nil:
				return fmt.Errorf("%q is not an IPv4 or IPv6 address", text)
			case a.IsUnspecified(), a.IsMulticast(), a.Zone() != "", a.IsLinkLocalUnicast() && a.Is6():
				return fmt.Errorf("%v does not name one host everywhere: give an address of this machine that is not link-local", a)
			case seen[a]:
				return fmt.Errorf("%v is given twice", a)
			}
			seen[a] = true
			addresses = append(addresses, a)
		}
		*l = append(*l, addresses)
	}
	return nil
}

// A probability is a flag whose value is a probability.
type probability float64

// String implements [flag.Value].
func (p *probability) String() string { return strconv.FormatFloat(float64(*p), 'g', -1, 64) }

// Set implements [flag.Value].
func (p *probability) Set(s string) error {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < 0 || v > 1 {
		return errors.New("not a probability from 0 to 1")
	}
	*p = probability(v)
	return nil
}

// A delay is a flag whose value is a time.
type delay time.Duration

// String implements [flag.Value].
func (d *delay) String() string { return time.Duration(*d).String() }

// Set implements [flag.Value].
func (d *delay) Set(s string) error {
	v, err := time.ParseDuration(s)
	if err != nil || v < 0 || v > maxDelay {
		return fmt.Errorf("not a time from 0 to %v with its unit, as in 500us or 20ms", maxDelay)
	}
	*d = delay(v)
	return nil
}

// An interval is a flag whose value is a time that may be long.
type interval time.Duration

// String implements [flag.Value].
func (i *interval) String() string { return time.Duration(*i).String() }

// Set implements [flag.Value].
func (i *interval) Set(s string) error {
	v, err := time.ParseDuration(s)
	if err != nil || v < 0 || v > maxKeepalive {
		return fmt.Errorf("not a time from 0s to %v with its unit, as in 500ms or 10s", maxKeepalive)
	}
	*i = interval(v)
	return nil
}

// A firstPSN is a flag whose value is a packet sequence number, or none. Source: IBTA 9.7.1 (24 bits).
type firstPSN struct {
	number uint32
	given  bool
}

// String implements [flag.Value].
func (p *firstPSN) String() string {
	if !p.given {
		return ""
	}
	return fmt.Sprintf("%#x", p.number)
}

// Set implements [flag.Value].
func (p *firstPSN) Set(s string) error {
	v, err := strconv.ParseUint(s, 0, 24)
	if err != nil {
		return errors.New("not a number from 0 to 0xffffff")
	}
	*p = firstPSN{uint32(v), true}
	return nil
}
