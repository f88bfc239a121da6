package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// refusedHere returns a request on a queue pair that is connected and has room for it.
func refusedHere(what, rules string,
	post func(d *driver, s *side, c *model.Call, pair nd2.QueuePair) (nd2.Status, bool),
) refusal {
	return refusal{what, rules, func(d *driver, s *side, c *model.Call) (nd2.Status, bool) {
		pair, ok := d.pair(c)
		if !ok || !d.world.HasPlace(c.Connection, c.End) || !d.world.MayInitiate(c.Connection, c.End) {
			return 0, false
		}
		return post(d, s, c, pair)
	}}
}

// flagOf chooses one of some flags.
func flagOf(c *model.Call, flags ...nd2.OpFlags) nd2.OpFlags {
	return flags[c.Choice>>40%uint64(len(flags))]
}

var refusedFlags = []refusal{
	refusedHere("a Send with a flag of others", "qp.send.nd-invalid-parameter-4 qp.send.refused-posts-nothing",
		func(_ *driver, _ *side, c *model.Call, pair nd2.QueuePair) (nd2.Status, bool) {
			return pair.Send(nobodys, nil, flagOf(c, nd2.AllowRead, nd2.AllowWrite)), true
		}),
	refusedHere("a Write with a flag of others", "qp.write.nd-invalid-parameter-6 qp.write.refused-posts-nothing",
		func(_ *driver, _ *side, c *model.Call, pair nd2.QueuePair) (nd2.Status, bool) {
			return pair.Write(nobodys, nil, 0, 0, flagOf(c, nd2.SendAndSolicitEvent, nd2.AllowRead, nd2.AllowWrite)), true
		}),
	refusedHere("a Read of more entries than any queue pair has", "qp.read.nd-data-overrun qp.read.refused-posts-nothing",
		func(d *driver, s *side, _ *model.Call, pair nd2.QueuePair) (nd2.Status, bool) {
			list := entriesBeyond(s.Info.MaxInitiatorSGE)
			if list == nil || d.world.Config.Reads == 0 {
				return 0, false
			}
			return pair.Read(nobodys, list, 0, 0, 0), true
		}),
	refusedRequest("a Read of a queue pair that is not connected",
		"qp.read.nd-connection-invalid qp.read.refused-posts-nothing",
		func(s *side, _ *model.Call, pair nd2.QueuePair) (nd2.Status, bool) {
			if s.Info.MaxOutboundReadLimit == 0 {
				return 0, false
			}
			return pair.Read(nobodys, nil, 0, 0, 0), true
		}),
	refusedRequest("an Invalidate of a queue pair that is not connected",
		"qp.invalidate.nd-connection-invalid qp.invalidate.refused-posts-nothing",
		func(s *side, c *model.Call, pair nd2.QueuePair) (nd2.Status, bool) {
			if len(s.windows) == 0 {
				return 0, false
			}
			return pair.Invalidate(nobodys, s.windows[c.Choice>>40%uint64(len(s.windows))], 0), true
		}),
}
