package spec

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/ndconform/ndconform/internal/ndclient"
)

// ErrNoPeer says that there is nothing to connect to.
var ErrNoPeer = errors.New("the provider has one adapter, which does not claim loopback connections: name a --peer")

// ErrNoFamily says that the two ends have no address family in common.
var ErrNoFamily = errors.New(
	"the adapter and its peer have no address family in common: give both an IPv4 or both an IPv6 address")

// A route is a pair of adapters with the address of each that a connection of
// theirs is between.
type route struct{ from, to adapter }

// routesTo lists the routes from an adapter to others, the likeliest to work first:
// by adapter, and within one in the provider's order of addresses, those that are
// valid on one link only behind all others. The documents promise no order of
// addresses, and that of the two ends may differ.
func routesTo(from adapter, others []adapter) (list []route) {
	for _, to := range others {
		for _, a := range byReach(from) {
			for _, b := range byReach(to) {
				if a.address.Is4() == b.address.Is4() && a.onLink() == b.onLink() {
					list = append(list, route{a, b})
					break
				}
			}
		}
	}
	return list
}

// byReach lists an adapter once for each of its addresses, those last that are valid
// on one link only.
func byReach(a adapter) []adapter {
	list := make([]adapter, len(a.addresses))
	for i, address := range a.addresses {
		list[i] = a
		list[i].address = address
	}
	slices.SortStableFunc(list, func(a, b adapter) int { return cmp.Compare(rank(a), rank(b)) })
	return list
}

func rank(a adapter) int {
	if a.onLink() {
		return 1
	}
	return 0
}

// onLink reports whether the address is valid on one link only.
func (a adapter) onLink() bool { return a.address.IsLinkLocalUnicast() }

// families returns the route, and one of the list between the same adapters by addresses of another family, if a
// connection can be requested over it.
func (r route) families(list []route, limit time.Duration) []route {
	i := slices.IndexFunc(list, func(other route) bool {
		return other.to.is(r.to) && other.from.address.Is4() != r.from.address.Is4() && !other.from.onLink()
	})
	if i < 0 || !ndclient.Reaches(list[i].from.end(), list[i].to.end(), limit) {
		return []route{r}
	}
	return []route{r, list[i]}
}

// route draws the family of the addresses that the running spec's connections are between.
func (t *Target) route() route {
	return t.families[t.drawnUpTo(Family, uint64(len(t.families)-1))]
}

// choose returns the first route that a connection can be requested over, or the first
// of all if there is none: the specs will say what is wrong with it.
func choose(routes []route, limit time.Duration) route {
	if len(routes) > 1 {
		for _, r := range routes {
			if ndclient.Reaches(r.from.end(), r.to.end(), limit) {
				return r
			}
		}
	}
	return routes[0]
}
