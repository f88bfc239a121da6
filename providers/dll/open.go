//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// open loads the DLL that the options name, and asks what it offers.
func open(o *options) (providers.Instance, error) {
	path, class, err := o.choose()
	if err != nil {
		return nil, err
	}
	l, err := loadLibrary(path, class)
	if err != nil {
		return nil, err
	}
	i, err := newInstance(l, o)
	if err != nil {
		return nil, err
	}
	if err := i.inquire(); err != nil {
		return nil, fmt.Errorf("%s: %w", l.path, err)
	}
	return i.capable(), nil
}

// choose returns the DLL that the options name, and its class.
func (o *options) choose() (path string, class nd2.GUID, err error) {
	installed, err := installed()
	if err != nil && o.path == "" {
		return "", class, err
	}
	switch {
	case o.path != "" && o.catalog != "":
		return "", class, fmt.Errorf("options path and catalog: only one of them can be given")
	case o.path != "":
		path, class = o.path, classOf(installed, full(o.path))
	default:
		var e entry
		e, err = choose(installed, o.catalog)
		if err != nil {
			return "", class, err
		}
		path, class = e.path, e.class
	}
	if o.class != "" {
		given, err := windows.GUIDFromString(o.class)
		if err != nil {
			return "", class, fmt.Errorf("option class=%s is not a class id", o.class)
		}
		class = nd2.GUID(given)
	}
	return path, class, nil
}

// inquire asks the DLL for what every DLL must have.
func (i *instance) inquire() error {
	pointer, s := i.library.provider(nd2.IIDProvider)
	if s != nd2.Success {
		return fmt.Errorf("DllGetClassObject returned no IND2Provider, neither directly nor through IClassFactory: %v", s)
	}
	p := i.wrap(pointer, nd2.IIDProvider, nil, s).(*provider)
	defer p.Release()
	if i.options.adapter == 0 {
		return nil
	}
	list, err := p.addresses()
	if err != nil {
		return err
	}
	if n := len(p.adapters(list)); int(i.options.adapter) >= n {
		return fmt.Errorf("option adapter=%d: it has %d, counted from 0", i.options.adapter, n)
	}
	return nil
}

// addresses returns the provider's own list, which may grow between two calls.
func (p *provider) addresses() (*nd2.SocketAddressList, error) {
	list := new(nd2.SocketAddressList)
	var size uint32
	s := addressList(p.object, 3, nil, &size)
	for tries := 0; s == nd2.BufferOverflow && tries < 8; tries++ {
		s = addressList(p.object, 3, list, &size)
	}
	if s != nd2.Success {
		return nil, fmt.Errorf("IND2Provider::QueryAddressList: %v", s)
	}
	return list, nil
}

// capable returns the instance with its DLL's capabilities beyond nd2.
func (i *instance) capable() providers.Instance {
	first, s := i.library.provider(nd1.IIDProvider)
	if s == nd2.Success && unsound(first, nd1.IIDProvider) != "" {
		panic(i.library.path + ": INDProvider: " + unsound(first, nd1.IIDProvider))
	}
	if s == nd2.Success {
		invoke(first, release)
	}
	v1, faults := s == nd2.Success, i.library.canInject()
	switch {
	case v1 && faults:
		return struct {
			*instance
			providers.V1
			providers.FaultInjector
		}{i, nd1Offer{i}, injector{i}}
	case v1:
		return struct {
			*instance
			providers.V1
		}{i, nd1Offer{i}}
	case faults:
		return struct {
			*instance
			providers.FaultInjector
		}{i, injector{i}}
	}
	return i
}
