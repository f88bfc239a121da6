package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

var askedProviders = []question{
	{
		"another provider, once one has been released", "provider.instantiated-again",
		func(_ *driver, s *side, _ *model.Call) *model.Violation {
			one, other := s.ND2(), s.ND2()
			defer other.Release()
			one.Release()
			return fails("provider.instantiated-again", "ResolveAddress of a provider beside one that has been released",
				other.ResolveAddress(s.Sockaddr(), new(uint64)))
		},
	},
	{
		"the adapter once more, by a handle of its own",
		"provider.openadapter.opened-twice provider.openadapter.outlives-provider",
		func(_ *driver, s *side, _ *model.Call) *model.Violation {
			p := s.ND2()
			var object nd2.Unknown
			opened := p.OpenAdapter(nd2.IIDAdapter, s.ID, &object)
			p.Release()
			if opened != nd2.Success {
				return fails("provider.openadapter.opened-twice", "OpenAdapter of an adapter that is open", opened)
			}
			defer object.Release()
			return asksInfo(object, "provider.openadapter.outlives-provider", s)
		},
	},
	{"what Query has more room for", "adapter.query.size-used", func(_ *driver, s *side, _ *model.Call) *model.Violation {
		return asksInfo(s.Adapter, "adapter.query.size-used", s)
	}},
	{
		"the version of what Query tells", "adapter.query.info-version",
		func(_ *driver, s *side, _ *model.Call) *model.Violation {
			info, size := nd2.AdapterInfo{InfoVersion: nd2.Version2}, uint32(nd2.AdapterInfoSize)
			if st := s.Adapter.Query(&info, &size); st == nd2.Success && info.InfoVersion != nd2.Version2 {
				return model.Violates("adapter.query.info-version", "a structure of version 0x20000, which was asked for",
					"Query said version %#x", info.InfoVersion)
			}
			return nil
		},
	},
}

// asksInfo judges what an adapter reports of itself, with room for more.
func asksInfo(adapter nd2.Unknown, rules string, s *side) *model.Violation {
	b := [2]nd2.AdapterInfo{{InfoVersion: s.Info.InfoVersion}}
	size := uint32(nd2.AdapterInfoSize + nd2.AdapterInfoSize/2)
	given := size
	st := adapter.(nd2.Adapter).Query(&b[0], &size)
	if st == nd2.Success && size >= nd2.AdapterInfoSize && size <= given && limitsOf(b[0]) == limitsOf(s.Info) {
		return nil
	}
	return model.Violates(rules, "Query to say what it said in the beginning, and to say how much of the room it used",
		"it returned %v, and a size of %d with room for %d, and %+v", st, size, given, b[0])
}
