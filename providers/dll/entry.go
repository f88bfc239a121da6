package dll

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// An entry is an installed provider.
type entry struct {
	name, path string
	class      nd2.GUID
	// overlooked says why applications don't find it: what is registered differently
	// than NetworkDirectSPI.md requires. It is empty if they find it.
	overlooked string
}

// The values with which a NetworkDirect provider is registered. Source:
// NetworkDirectSPI.md, Registering a NetworkDirect provider; Winsock2.h.
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

// isND2 reports whether Microsoft's NdStartup takes the entry for a NetworkDirect v2
// provider. Source: ndfrmwrk.cpp, ProcessProviderChange.
func isND2(r *providers.Registration) bool { return entryDefects(r) == "" }

// entryDefects lists why NdStartup rejects the entry.
func entryDefects(r *providers.Registration) string {
	var list []string
	for _, c := range []struct {
		wrong bool
		says  string
	}{
		{
			r.ServiceFlags&serviceFlags != serviceFlags,
			fmt.Sprintf("dwServiceFlags1 is %#x and lacks %#x", r.ServiceFlags, serviceFlags&^r.ServiceFlags),
		},
		{
			r.ProviderFlags&providerFlags != providerFlags,
			fmt.Sprintf("dwProviderFlags is %#x and lacks %#x", r.ProviderFlags, providerFlags&^r.ProviderFlags),
		},
		{r.Version != nd2.Version2, fmt.Sprintf("iVersion is %#x and not %#x", uint32(r.Version), nd2.Version2)},
		{
			r.AddressFamily != nd2.AFInet && r.AddressFamily != nd2.AFInet6,
			fmt.Sprintf("iAddressFamily is %d and neither %d nor %d", r.AddressFamily, nd2.AFInet, nd2.AFInet6),
		},
		{r.SocketType != noSocketType, fmt.Sprintf("iSocketType is %d and not %d", r.SocketType, noSocketType)},
		{r.Protocol != 0, fmt.Sprintf("iProtocol is %d and not 0", r.Protocol)},
		{r.ProtocolMaxOffset != 0, fmt.Sprintf("iProtocolMaxOffset is %d and not 0", r.ProtocolMaxOffset)},
	} {
		if c.wrong {
			list = append(list, c.says)
		}
	}
	return strings.Join(list, ", ")
}

// isMeant reports whether the entry is meant for a NetworkDirect v2 provider: whatever
// else is wrong, it has the flag or the version.
func isMeant(r *providers.Registration) bool {
	return r.Version != nd2.Version1 && (r.ProviderFlags&networkDirect != 0 || r.Version == nd2.Version2)
}

// add adds an entry; a provider may be registered once for each address family.
func add(list []entry, e entry) []entry {
	i := slices.IndexFunc(list, func(known entry) bool { return known.class == e.class })
	if i < 0 {
		return append(list, e)
	}
	if e.overlooked == "" {
		list[i].overlooked = ""
	}
	return list
}

// choose returns the installed provider called name or, if name is empty, the only provider that applications find.
func choose(list []entry, name string) (entry, error) {
	var found []entry
	var names []string
	for _, e := range list {
		names = append(names, fmt.Sprintf("%s (%s)", e.name, e.path))
		if e.overlooked == "" {
			found = append(found, e)
		}
	}
	all := strings.Join(names, ", ")
	named, ok := first(list, func(e entry) bool { return strings.EqualFold(e.name, name) })
	switch {
	case len(list) == 0:
		return entry{}, errors.New("no NetworkDirect v2 provider is installed on this machine: name a DLL with path=FILE")
	case name == "" && len(found) == 1:
		return found[0], nil
	case name == "" && len(found) == 0:
		return entry{},
			errors.New(
				"no NetworkDirect v2 provider is installed in such a way that applications find it; with catalog=NAME, " +
					"--profile=com says what is wrong: " + all)
	case name == "":
		return entry{}, errors.New("several providers are installed: choose one with catalog=NAME; " + all)
	case !ok:
		return entry{}, fmt.Errorf("no provider %q is installed; installed: %s", name, all)
	}
	return named, nil
}

// first returns the first matching entry that applications find, else the first match:
// an earlier installation may have left a stale entry beside the right one.
func first(list []entry, meant func(entry) bool) (found entry, ok bool) {
	for _, e := range list {
		if meant(e) && (!ok || found.overlooked != "" && e.overlooked == "") {
			found, ok = e, true
		}
	}
	return found, ok
}
