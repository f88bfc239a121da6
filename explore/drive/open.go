package drive

import (
	"errors"
	"fmt"
	"net/netip"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// An End is an adapter at one end of connections.
type End struct {
	Instance providers.Instance
	// ID is what OpenAdapter takes.
	ID      uint64
	Address netip.Addr
	Info    nd2.AdapterInfo
}

// Ends are those of a program: 0 is the adapter under test, 1 the other one.
type Ends struct {
	End   [2]End
	close []func() error
}

// Close closes the instances.
func (e *Ends) Close() error {
	var all error
	for _, c := range e.close {
		all = errors.Join(all, c())
	}
	return all
}

// An Opener opens the two ends afresh. The caller closes what it gives.
type Opener func() (*Ends, error)

// Open gives the opener of a provider and its peer, selectors as of
// providers.ParseSelector. Without a peer the other end is another adapter of the provider
// with the same features, or else the first itself.
func Open(provider, peer string) (Opener, error) {
	for _, text := range []string{provider, peer} {
		if _, err := providers.ParseSelector(text); err != nil && text != "" {
			return nil, err
		}
	}
	return func() (*Ends, error) {
		ends := &Ends{}
		err := ends.open(provider, peer)
		if err != nil {
			return nil, errors.Join(err, ends.Close())
		}
		return ends, nil
	}, nil
}

func (e *Ends) open(provider, peer string) error {
	mine, err := e.find(provider)
	if err != nil {
		return err
	}
	theirs := mine[1:]
	if mine[0].Info.AdapterFlags&nd2.AdapterLoopbackConnections != 0 {
		theirs = append(theirs[:len(theirs):len(theirs)], mine[0])
	}
	if peer != "" {
		if theirs, err = e.find(peer); err != nil {
			return fmt.Errorf("peer: %w", err)
		}
	}
	for _, other := range theirs {
		if mine[0].suits(other) || peer != "" && mine[0].Address.Is4() == other.Address.Is4() {
			e.End = [2]End{mine[0], other}
			return nil
		}
	}
	return errors.New("there is no other end to connect to: name a --peer")
}

// suits reports whether another adapter has the same features and family of addresses.
func (a End) suits(b End) bool {
	return a.Address.Is4() == b.Address.Is4() && a.Info.AdapterFlags == b.Info.AdapterFlags &&
		(a.Info.MaxSharedReceiveQueueDepth > 0) == (b.Info.MaxSharedReceiveQueueDepth > 0)
}

// find opens a provider and lists its adapters, by address.
func (e *Ends) find(selector string) ([]End, error) {
	s, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, err
	}
	instance, err := s.Open()
	if err != nil {
		return nil, err
	}
	e.close = append(e.close, instance.Close)
	provider := instance.ND2()
	if provider == nil {
		return nil, errors.New("the provider gave no IND2Provider")
	}
	defer provider.Release()
	var list nd2.SocketAddressList
	var size uint32
	st := provider.QueryAddressList(nil, &size)
	for tries := 0; st == nd2.BufferOverflow && tries < 8; tries++ {
		st = provider.QueryAddressList(&list, &size)
	}
	if st != nd2.Success {
		return nil, fmt.Errorf("IND2Provider::QueryAddressList returned %v", st)
	}
	var found []End
	for _, address := range list.Address {
		end, err := endAt(provider, address)
		if err != nil {
			return nil, err
		}
		end.Instance = instance
		found = append(found, end)
	}
	if len(found) == 0 {
		return nil, errors.New("the provider lists no adapter addresses")
	}
	return found, nil
}

// endAt finds the adapter of an address.
func endAt(provider nd2.Provider, sockaddr []byte) (end End, err error) {
	address, ok := nd2.ParseSockaddr(sockaddr)
	if !ok {
		return end, fmt.Errorf("IND2Provider::QueryAddressList listed a malformed address % x", sockaddr)
	}
	end.Address = address.Addr()
	if s := provider.ResolveAddress(sockaddr, &end.ID); s != nd2.Success {
		return end, fmt.Errorf("IND2Provider::ResolveAddress of the listed address %v returned %v", end.Address, s)
	}
	adapter, err := openAdapter(provider, end.ID)
	if err != nil {
		return end, err
	}
	defer adapter.Release()
	end.Info.InfoVersion = nd2.Version2
	size := uint32(nd2.AdapterInfoSize)
	if s := adapter.Query(&end.Info, &size); s != nd2.Success {
		return end, fmt.Errorf("IND2Adapter::Query returned %v", s)
	}
	return end, nil
}

func openAdapter(provider nd2.Provider, id uint64) (nd2.Adapter, error) {
	var object nd2.Unknown
	if s := provider.OpenAdapter(nd2.IIDAdapter, id, &object); s != nd2.Success {
		return nil, fmt.Errorf("IND2Provider::OpenAdapter of adapter %#x returned %v", id, s)
	}
	adapter, ok := object.(nd2.Adapter)
	if !ok {
		return nil, fmt.Errorf("IND2Provider::OpenAdapter returned a %T, which is no IND2Adapter", object)
	}
	return adapter, nil
}
