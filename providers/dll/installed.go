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
	if len(entries) == 0 {
		return nil, errors.New("nothing: no NetworkDirect v2 provider is in the Winsock catalogue; path=FILE names a DLL")
	}
	for _, e := range entries {
		list = append(list, e.installed())
	}
	return list, nil
}

// installed describes the provider. If applications do not find an entry, its DLL is not
// loaded: it may be no NetworkDirect provider at all.
func (e entry) installed() providers.Installed {
	one := providers.Installed{Name: e.name, Path: e.path, Version: fileVersion(e.path)}
	if e.overlooked != "" {
		one.Error = "applications do not find it: " + e.overlooked
		return one
	}
	addresses, err := e.addresses()
	if err != nil {
		one.Error = strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	one.Addresses = addresses
	return one
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
		return nil, errors.New("DllGetClassObject returns no IND2Provider")
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
