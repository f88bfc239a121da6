package dll

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// An entry is an installed provider.
type entry struct {
	name, path string
	class      nd2.GUID
}

// A protocol is an entry of the Winsock catalogue as far as it tells what kind of
// provider it is of. The fields are those of WSAPROTOCOL_INFO.
type protocol struct {
	entry
	service, provider                          uint32
	version, family, kind, protocol, maxOffset int32
}

// What a NetworkDirect provider is registered with. Source: NetworkDirectSPI.md,
// Registering a NetworkDirect provider; Winsock2.h.
const (
	guaranteedDelivery = 0x2
	guaranteedOrder    = 0x4
	messageOriented    = 0x8
	connectData        = 0x80
	serviceFlags       = guaranteedDelivery | guaranteedOrder | messageOriented | connectData

	hidden        = 0x4
	networkDirect = 0x10
	providerFlags = hidden | networkDirect

	noSocketType = -1
)

// isND2 reports whether Microsoft's NdStartup would take the entry for a provider of
// NetworkDirect v2. Source: ndfrmwrk.cpp, ProcessProviderChange.
func (p protocol) isND2() bool {
	return p.service&serviceFlags == serviceFlags && p.provider&providerFlags == providerFlags && p.version == nd2.Version2 &&
		(p.family == nd2.AFInet || p.family == nd2.AFInet6) && p.kind == noSocketType && p.protocol == 0 && p.maxOffset == 0
}

// known reports whether a provider is in the list: one may be registered for each
// address family.
func known(list []entry, class nd2.GUID) bool {
	return slices.ContainsFunc(list, func(e entry) bool { return e.class == class })
}

// choose returns the installed provider that is meant: name is its, or empty for the
// only one.
func choose(list []entry, name string) (entry, error) {
	var names []string
	for _, e := range list {
		names = append(names, fmt.Sprintf("%s (%s)", e.name, e.path))
	}
	all := strings.Join(names, ", ")
	i := slices.IndexFunc(list, func(e entry) bool { return strings.EqualFold(e.name, name) })
	switch {
	case len(list) == 0:
		return entry{}, errors.New("no NetworkDirect v2 provider is installed on this machine: name a DLL with path=FILE")
	case name == "" && len(list) == 1:
		return list[0], nil
	case name == "":
		return entry{}, errors.New("several providers are installed: choose one with catalog=NAME; " + all)
	case i < 0:
		return entry{}, fmt.Errorf("no provider %q is installed; installed: %s", name, all)
	}
	return list[i], nil
}
