package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// openStepwise opens a provider and its adapters, and tells each step before it is taken.
func openStepwise(selector string, tell func(announcement)) (opened *openedProvider, err error) {
	subject := ""
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s%v", subject, p)
		}
	}()
	providers.OnStep(func(subject, step string) { tell(announcement{Subject: subject, Step: step}) })
	s, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, err
	}
	instance, err := s.Open()
	if err != nil {
		return nil, err
	}
	opened = &openedProvider{Version: providers.VersionOf(instance)}
	if of, ok := instance.(providers.Subject); ok {
		opened.File = of.File()
		subject = opened.File + ": "
	}
	provider := instance.ND2()
	if provider == nil {
		return nil, errors.New(subject + "it returned no IND2Provider")
	}
	opened.Adapters, err = adaptersOf(provider, tell)
	if err != nil {
		return nil, fmt.Errorf("%s%w", subject, err)
	}
	return opened, nil
}

// adaptersOf lists the adapters that a provider's addresses are of.
func adaptersOf(provider nd2.Provider, tell func(announcement)) (list []openedAdapter, err error) {
	step := func(method string) { tell(announcement{Step: method}) }
	step("IND2Provider::QueryAddressList")
	all, err := addressesOf(provider)
	if err != nil {
		return nil, err
	}
	for _, sockaddr := range all.Address {
		address, ok := nd2.ParseSockaddr(sockaddr)
		if !ok {
			return nil, fmt.Errorf("IND2Provider::QueryAddressList listed a malformed address % x", sockaddr)
		}
		step("IND2Provider::ResolveAddress")
		var id uint64
		if s := twice(func() nd2.Status { return provider.ResolveAddress(sockaddr, &id) }); s != nd2.Success {
			return nil, fmt.Errorf("IND2Provider::ResolveAddress of the listed address %v returned %v", address.Addr(), s)
		}
		i := slices.IndexFunc(list, func(a openedAdapter) bool { return a.ID == id })
		if i < 0 {
			info, err := infoOf(provider, id, step)
			if err != nil {
				return nil, err
			}
			i, list = len(list), append(list, openedAdapter{ID: id, Info: info})
		}
		list[i].Addresses = append(list[i].Addresses, address.Addr().String())
	}
	if len(list) == 0 {
		return nil, errors.New("IND2Provider::QueryAddressList lists no addresses: give its adapter one")
	}
	return list, nil
}

// twice makes a call once more if it has not succeeded.
func twice(call func() nd2.Status) nd2.Status {
	if s := call(); s == nd2.Success {
		return s
	}
	return call()
}

func addressesOf(provider nd2.Provider) (*nd2.SocketAddressList, error) {
	list := new(nd2.SocketAddressList)
	var size uint32
	s := provider.QueryAddressList(nil, &size)
	for tries := 0; s != nd2.Success && tries < 8; tries++ {
		s = provider.QueryAddressList(list, &size)
	}
	if s != nd2.Success {
		return nil, fmt.Errorf("IND2Provider::QueryAddressList returned %v", s)
	}
	return list, nil
}

func infoOf(provider nd2.Provider, id uint64, step func(string)) (info nd2.AdapterInfo, err error) {
	step("IND2Provider::OpenAdapter")
	var object nd2.Unknown
	if s := twice(func() nd2.Status { return provider.OpenAdapter(nd2.IIDAdapter, id, &object) }); s != nd2.Success {
		return info, fmt.Errorf("IND2Provider::OpenAdapter of adapter %#x returned %v", id, s)
	}
	adapter, ok := object.(nd2.Adapter)
	if !ok {
		return info, errors.New("IND2Provider::OpenAdapter returned ND_SUCCESS and no IND2Adapter")
	}
	step("IND2Adapter::Query")
	info, s := providers.QueryInfo(adapter)
	if s != nd2.Success {
		return info, fmt.Errorf("IND2Adapter::Query with sizeof(ND2_ADAPTER_INFO) returned %v", s)
	}
	step("IND2Adapter::Release")
	adapter.Release()
	return info, nil
}
