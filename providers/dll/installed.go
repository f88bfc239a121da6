//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"strings"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

func init() { providers.RegisterInstalled("dll", inventory) }

// inventory lists what is installed, each with the addresses that it says it has.
func inventory() (list []providers.Installed, err error) {
	entries, err := installed()
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		one := providers.Installed{Name: e.name, Path: e.path, Version: fileVersion(e.path)}
		if e.overlooked != "" { // it is not loaded: it may be no NetworkDirect provider's at all
			one.Error = "applications do not find it: " + e.overlooked
		} else if one.Addresses, err = e.addresses(); err != nil {
			one.Error = strings.ReplaceAll(err.Error(), "\n", "; ")
		}
		list = append(list, one)
	}
	return list, nil
}

// addresses loads the provider and asks it.
func (e entry) addresses() (list []string, err error) {
	l, err := loadLibrary(e.path, e.class)
	if err != nil {
		return nil, err
	}
	i, err := newInstance(l, new(options))
	if err != nil {
		return nil, err
	}
	defer i.Close()
	p, ok := i.ND2().(*provider)
	if !ok {
		return nil, errors.New("DllGetClassObject gives no IND2Provider")
	}
	defer p.Release()
	all, err := p.addresses()
	if err != nil {
		return nil, err
	}
	for _, a := range all.Address {
		if address, ok := nd2.ParseSockaddr(a); ok {
			list = append(list, address.Addr().String())
		}
	}
	return list, nil
}
