package providers

import "github.com/ndconform/ndconform/nd2"

// QueryInfo asks an adapter for its information, in the header's version and, if the adapter
// refuses that, in the page's. It sets InfoVersion to the version it asked for, whatever the
// adapter says. Source: nddef.h, ND_VERSION_2; IND2Adapter.md, ND2_ADAPTER_INFO structure,
// Members.
func QueryInfo(adapter nd2.Adapter) (info nd2.AdapterInfo, s nd2.Status) {
	for _, version := range []uint32{nd2.Version2, nd2.Version1} {
		info = nd2.AdapterInfo{InfoVersion: version}
		size := uint32(nd2.AdapterInfoSize)
		s = adapter.Query(&info, &size)
		info.InfoVersion = version
		if s == nd2.Success {
			break
		}
	}
	return info, s
}
