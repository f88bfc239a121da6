package rc

// A violation spoils one request of a plan, of the right kind and not empty.
type violation struct {
	kinds string // the initials of Kinds
	spoil func(w *world, p, peer *player, r *planned, slot uint32)
}

const anyKind = "SWRBI"

var violations = []violation{
	{"WR", func(_ *world, _, _ *player, r *planned, _ uint32) {
		r.RemoteKey, r.ends = 999, RemoteAccess
	}},
	{"WR", func(_ *world, _, _ *player, r *planned, _ uint32) {
		r.RemoteAddress++
		r.ends = RemoteAccess
	}},
	{"S", func(_ *world, _, _ *player, r *planned, _ uint32) {
		r.ends = RemoteInvalid // the Receive is too short: see receiveFor
	}},
	{"S", func(_ *world, _, _ *player, r *planned, _ uint32) {
		r.Kind, r.InvalidateKey, r.ends = SendInvalidate, 999, RemoteAccess
	}},
	{anyKind, func(_ *world, p, _ *player, r *planned, slot uint32) {
		r.ends = Internal
		p.onStart = func(r *Request) Outcome { return failIf(r.Slot == slot, Internal) }
	}},
	{"SW", func(w *world, p, _ *player, r *planned, slot uint32) {
		r.ends = LocalProtection
		p.onGather = w.failFrom(slot, w.IntN(len(r.data)))
	}},
	{"R", func(w *world, p, _ *player, r *planned, slot uint32) {
		r.ends = LocalProtection
		p.onScatter = w.failFrom(slot, w.IntN(len(r.data)))
	}},
	{"S", func(_ *world, p, peer *player, r *planned, slot uint32) {
		r.ends = RemoteOperation
		message := uint32(p.sendsBefore(slot))
		peer.onFill = func(v *Receive, _ uint32) Outcome { return failIf(v.Slot == message, LocalProtection) }
	}},
	{"W", func(_ *world, _, peer *player, r *planned, _ uint32) {
		r.ends = RemoteOperation
		base, size := r.RemoteAddress, uint64(len(r.data))
		peer.onStore = func(address uint64) Outcome { return failIf(address-base < size, RemoteOperation) }
	}},
	{"R", func(_ *world, _, peer *player, r *planned, _ uint32) {
		r.ends = RemoteAccess
		base, size := r.RemoteAddress, uint64(len(r.data))
		peer.onLoad = func(address uint64) Outcome { return failIf(address-base < size, RemoteAccess) }
	}},
}

func failIf(bad bool, o Outcome) Outcome {
	if bad {
		return o
	}
	return OK
}

// failFrom fails a request's packets, from the packet with a byte on.
func (w *world) failFrom(slot uint32, at int) func(*Request, uint32) Outcome {
	mtu := uint32(w.pair.a.conn.cfg.MTU)
	return func(r *Request, offset uint32) Outcome {
		return failIf(r.Slot == slot && offset+mtu > uint32(at), LocalProtection)
	}
}

// violate spoils one request of p by one violation, if any applies.
func (w *world) violate(p, peer *player) {
	bad := violations[w.IntN(len(violations))]
	var candidates []int
	for i, r := range p.plan {
		local := r.Kind == Bind || r.Kind == Invalidate
		for _, initial := range bad.kinds {
			if rune(r.Kind.String()[0]) == initial && (local || len(r.data) > 0) {
				candidates = append(candidates, i)
			}
		}
	}
	if len(candidates) > 0 {
		i := candidates[w.IntN(len(candidates))]
		bad.spoil(w, p, peer, &p.plan[i], uint32(i))
	}
}
