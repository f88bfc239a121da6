package ndclient

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// Ends are the two ends of connections: 0 is the adapter under test, 1 the other.
type Ends struct {
	End    [2]End
	close  []func() error
	around func(providers.Instance) providers.Instance
}

// Close closes the instances.
func (e *Ends) Close() error {
	var all error
	for _, c := range e.close {
		all = errors.Join(all, c())
	}
	return all
}

// ErrRefused says that a provider does not open as configured. That says nothing of its
// conformance.
var ErrRefused = errors.New("the provider can't be opened as configured")

// An Opener opens the two ends afresh. The caller closes them.
type Opener func() (*Ends, error)

// Open returns the opener of a provider and its peer, selectors as in providers.ParseSelector.
// Without a peer, the other end is another adapter of the provider with the same features or, if
// there is none, the first adapter. around, if not nil, wraps each instance that is opened.
func Open(provider, peer string, around func(providers.Instance) providers.Instance) (Opener, error) {
	for _, text := range []string{provider, peer} {
		if _, err := providers.ParseSelector(text); err != nil && text != "" {
			return nil, err
		}
	}
	way := -1 // the route that was found to work
	return func() (*Ends, error) {
		ends := &Ends{around: around}
		routes, err := ends.open(provider, peer)
		if err != nil {
			return nil, errors.Join(err, ends.Close())
		}
		if way < 0 {
			way = max(0, slices.IndexFunc(routes, func(r [2]End) bool {
				return len(routes) == 1 || Reaches(r[0], r[1], routePatience)
			}))
		}
		ends.End = routes[min(way, len(routes)-1)]
		return ends, nil
	}, nil
}

// open opens the instances, and lists the routes from the adapter under test to another adapter,
// by their addresses.
func (e *Ends) open(provider, peer string) (routes [][2]End, err error) {
	mine, err := e.find(provider)
	if err != nil {
		return nil, err
	}
	theirs := mine[1:]
	theirs = slices.DeleteFunc(slices.Clone(theirs), func(b End) bool { return b.ID == mine[0].ID })
	if mine[0].Info.AdapterFlags&nd2.AdapterLoopbackConnections != 0 {
		theirs = append(theirs, slices.DeleteFunc(slices.Clone(mine), func(b End) bool {
			return b.ID != mine[0].ID
		})...)
	}
	if peer != "" {
		theirs, err = e.find(peer)
		if err != nil {
			return nil, fmt.Errorf("peer: %w", err)
		}
	}
	for _, a := range mine {
		for _, b := range theirs {
			if a.ID == mine[0].ID && (suit(a, b) || peer != "" && a.Address.Is4() == b.Address.Is4()) {
				routes = append(routes, [2]End{a, b})
			}
		}
	}
	if len(routes) > 0 {
		return routes, nil
	}
	return nil, fmt.Errorf("%w: there is no other end to connect to: name a --peer", ErrRefused)
}

// knownFlags are the documented adapter flags; others may mean anything.
const knownFlags = nd2.AdapterInOrderDMA | nd2.AdapterInterruptModeration | nd2.AdapterMultiEngine |
	nd2.AdapterCQResize | nd2.AdapterLoopbackConnections

// suit reports whether two adapters have the same features and address family.
func suit(a, b End) bool {
	return a.Address.Is4() == b.Address.Is4() && (a.Info.AdapterFlags^b.Info.AdapterFlags)&knownFlags == 0 &&
		(a.Info.MaxSharedReceiveQueueDepth > 0) == (b.Info.MaxSharedReceiveQueueDepth > 0)
}

// routePatience is how long a route may take to show that it works.
const routePatience = time.Second

// roomForAll is more bytes than any address list.
const roomForAll = 1 << 16

// find opens a provider and lists its adapters, by address.
func (e *Ends) find(selector string) ([]End, error) {
	s, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, err
	}
	instance, err := s.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	e.close = append(e.close, instance.Close)
	if e.around != nil {
		instance = e.around(instance)
	}
	provider := instance.ND2()
	if provider == nil {
		return nil, errors.New("the provider returned no IND2Provider")
	}
	defer provider.Release()
	found, err := Find(provider, func(string) {})
	for i := range found {
		found[i].Instance = instance
	}
	return found, err
}

// Find lists the adapters that a provider's addresses are of, by address, without an instance. It tells each method
// before it is called.
func Find(provider nd2.Provider, tell func(method string)) (found []End, err error) {
	tell("IND2Provider::QueryAddressList")
	var list nd2.SocketAddressList
	var size uint32
	st := provider.QueryAddressList(nil, &size)
	for tries := 0; st.Failed() && tries < 8; tries++ {
		if st != nd2.BufferOverflow { // the only status that reports the size
			size = roomForAll
		}
		st = provider.QueryAddressList(&list, &size)
	}
	if st != nd2.Success {
		return nil, fmt.Errorf("IND2Provider::QueryAddressList returned %v", st)
	}
	for _, address := range list.Address {
		end, err := endAt(provider, address, tell)
		if err != nil {
			return nil, err
		}
		found = append(found, end)
	}
	if len(found) == 0 {
		return nil, errors.New("IND2Provider::QueryAddressList lists no addresses: give its adapter one")
	}
	return found, nil
}

// endAt finds the adapter with an address.
func endAt(provider nd2.Provider, sockaddr []byte, tell func(method string)) (end End, err error) {
	address, ok := nd2.ParseSockaddr(sockaddr)
	if !ok {
		return end, fmt.Errorf("IND2Provider::QueryAddressList listed a malformed address % x", sockaddr)
	}
	end.Address = address.Addr()
	tell("IND2Provider::ResolveAddress")
	if s := Insisted(func() nd2.Status { return provider.ResolveAddress(sockaddr, &end.ID) }); s != nd2.Success {
		return end, fmt.Errorf("IND2Provider::ResolveAddress of the listed address %v returned %v", end.Address, s)
	}
	tell("IND2Provider::OpenAdapter")
	adapter, f := Create[nd2.Adapter](OpenAdapter(provider, end.ID))
	switch {
	case f == nil:
	case f.Status == nd2.Success:
		return end, errors.New("IND2Provider::OpenAdapter returned ND_SUCCESS and no IND2Adapter")
	default:
		return end, fmt.Errorf("IND2Provider::OpenAdapter of adapter %#x returned %v", end.ID, f.Status)
	}
	tell("IND2Adapter::Query")
	info, s := providers.QueryInfo(adapter)
	tell("IND2Adapter::Release")
	adapter.Release()
	if s != nd2.Success {
		return end, fmt.Errorf("IND2Adapter::Query with sizeof(ND2_ADAPTER_INFO) returned %v", s)
	}
	end.Info = info
	return end, nil
}
