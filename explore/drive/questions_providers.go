package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

var askedProviders = []question{
	{
		"another provider, once one has been released", func(_ *driver, s *side, _ *model.Call) {
			one, other := s.ND2(), s.ND2()
			defer other.Release()
			one.Release()
			mayLack("provider.instantiated-again", "ResolveAddress of a provider beside a released one",
				other.ResolveAddress(s.Sockaddr(), new(uint64)))
		},
	},
	{
		"the adapter once more, by another handle", func(_ *driver, s *side, _ *model.Call) {
			p := s.ND2()
			var object nd2.Unknown
			opened := p.OpenAdapter(nd2.IIDAdapter, s.ID, &object)
			p.Release()
			if opened != nd2.Success {
				mayLack("provider.openadapter.opened-twice", "OpenAdapter of an adapter that is open", opened)
				return
			}
			defer object.Release()
			asksInfo(object.(nd2.Adapter), "provider.openadapter.outlives-provider")
		},
	},
	{"what Query has more room for", func(_ *driver, s *side, _ *model.Call) {
		info, size := nd2.AdapterInfo{InfoVersion: s.Info.InfoVersion}, uint32(nd2.AdapterInfoSize+nd2.AdapterInfoSize/2)
		mayLack("adapter.query.nd-success", "Query with more room than it needs", s.Adapter.Query(&info, &size))
	}},
	{
		"the version of what Query tells", func(_ *driver, s *side, _ *model.Call) {
			info, size := nd2.AdapterInfo{InfoVersion: nd2.Version2}, uint32(nd2.AdapterInfoSize)
			if st := s.Adapter.Query(&info, &size); st == nd2.Success && info.InfoVersion != nd2.Version2 {
				breaks("adapter.query.info-version", "Query said version %#x", info.InfoVersion)
			}
		},
	},
}

// asksInfo has an adapter say again what it has said of itself, which the judge compares.
func asksInfo(a nd2.Adapter, rules string) {
	_, st := providers.QueryInfo(a)
	mayLack(rules, "Query", st)
}
