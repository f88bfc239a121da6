package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

const oneBuffer = "mr.register.one-buffer"

// tokensKept reports whether a region has the tokens that it got when it was registered.
func (r *region) tokensKept() bool {
	return r.GetLocalToken() == r.local && r.GetRemoteToken() == r.remote
}

var refusedRegistrations = []refusal{
	{
		"a Register of a region that is registered", oneBuffer,
		func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
			r := s.regions[c.Choice>>32%uint64(len(s.regions))]
			half := r.bytes[:(len(r.bytes)+1)/2]
			st := d.ended(s, r, func(o *nd2.Overlapped) nd2.Status { return r.Register(half, nd2.AllowLocalWrite, o) })
			if !r.tokensKept() { // that it is another's now is as wrong
				return nd2.Success, true
			}
			return st, true
		},
	},
	{
		"a Register of no bytes", "mr.register.no-bytes",
		func(d *driver, s *side, _ *model.Call) (nd2.Status, bool) {
			r, err := create[nd2.MemoryRegion](s.MemoryRegion())
			if err != nil {
				return 0, false
			}
			defer r.Release()
			st := d.ended(s, r, func(o *nd2.Overlapped) nd2.Status { return r.Register(nil, rights, o) })
			if st == nd2.Success { // which is for the specs to judge
				d.ended(s, r, r.Deregister)
			}
			return st, true
		},
	},
}
