package drive

import "github.com/ndconform/ndconform/explore/model"

var askedRegions = []question{
	{"the tokens of a region", "mr.token.stable", func(_ *driver, s *side, c *model.Call) *model.Violation {
		r := s.regions[c.Choice>>32%uint64(len(s.regions))]
		if l, t := r.GetLocalToken(), r.GetRemoteToken(); l != r.local || t != r.remote {
			return model.Violates("mr.token.stable", "the tokens of a region to stay what they were when it was registered",
				"they were %#x and %#x, and are %#x and %#x", r.local, r.remote, l, t)
		}
		return nil
	}},
}
