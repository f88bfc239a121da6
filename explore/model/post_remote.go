package model

import "github.com/ndconform/ndconform/nd2"

// remote chooses the place at the other end for a Read or Write, and the window that it goes
// through, or nil for the region itself.
func (w *World) remote(rng *random, p *pair, length int, right nd2.OpFlags) (Place, *window, bool) {
	o := w.ends[1-p.end]
	u := use{write: right == nd2.AllowWrite}
	if rng.wishes(wishWindow) {
		for _, v := range o.windows {
			if v.phase == bound && (v.settled || v.open) && v.pair == p.other() && v.rights&right != 0 {
				place, ok := o.place(rng, min(length, v.place.Length), u, v.place)
				return place, v, ok
			}
		}
	}
	place, ok := o.place(rng, length, u)
	return place, nil, ok
}

func (w *World) write(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil {
		return nil
	}
	r := &request{kind: nd2.RequestWrite, flags: w.flags(rng, p, writeFlags)}
	may, must := w.room(p, r.silent(), rng.wishes(wishFull) && w.block == nil)
	if !may {
		return nil
	}
	place, through, ok := w.remote(rng, p, rng.length(w.Config.Message), nd2.AllowWrite)
	if !ok {
		return nil
	}
	if r.flags&nd2.Inline != 0 && place.Length > w.Inline(p.end) {
		r.flags &^= nd2.Inline
	}
	e, o := w.ends[p.end], w.ends[1-p.end]
	r.places, ok = e.places(rng, place.Length, w.mostEntries(r), reads(p, r))
	if !ok {
		return nil
	}
	fill := e.fill(rng, r.places)
	w.post(p, r)
	r.length = place.Length
	r.local = e.hold(r, false, false, r.places...)
	r.remote = o.hold(r, true, false, place)
	before := o.gather([]Place{place})
	o.scatter([]Place{place}, e.gather(r.places))
	p.unplaced = append(p.unplaced, r)
	c := posting(p, r)
	c.Fill, c.Rules = fill, "qp.write.nd-success qp.initiator.place-after-result"
	w.reach(c, r, place, through)
	if c.mayBeFull(!must) {
		c.undo = func() {
			o.scatter([]Place{place}, before)
			p.unplaced = p.unplaced[:len(p.unplaced)-1]
			w.release(r)
		}
	}
	w.Cover.visit("write/" + variant(r.flags, through != nil, false))
	return c
}

func (w *World) read(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil || w.Config.Reads == 0 {
		return nil
	}
	r := &request{kind: nd2.RequestRead, flags: w.flags(rng, p, readFlags)}
	may, must := w.room(p, r.silent(), rng.wishes(wishFull) && w.block == nil)
	if !may {
		return nil
	}
	place, through, ok := w.remote(rng, p, rng.length(w.Config.Message), nd2.AllowRead)
	if !ok {
		return nil
	}
	e, o := w.ends[p.end], w.ends[1-p.end]
	r.places, ok = e.places(rng, place.Length, min(w.Config.Entries, int(e.limits.MaxReadSGE)), use{write: true})
	if !ok {
		return nil
	}
	w.post(p, r)
	r.length = place.Length
	r.local = e.hold(r, true, true, r.places...)
	r.remote = o.hold(r, false, false, place)
	before := e.gather(r.places)
	e.scatter(r.places, o.gather([]Place{place}))
	c := posting(p, r)
	c.Rules = "qp.read.nd-success qp.initiator.place-after-result"
	w.reach(c, r, place, through)
	if c.mayBeFull(!must) {
		c.undo = func() {
			e.scatter(r.places, before)
			w.release(r)
		}
	}
	w.Cover.visit("read/" + variant(r.flags, through != nil, false))
	return c
}

// reach notes what a Read or Write reaches.
func (w *World) reach(c *Call, r *request, place Place, through *window) {
	c.Remote = place
	if through != nil {
		r.through, c.Window = through, through.number
		through.users++
	}
}

func (w *World) bind(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil {
		return nil
	}
	e := w.ends[p.end]
	v := e.window(rng, free, nil)
	r := &request{kind: nd2.RequestBind, flags: w.flags(rng, p, windowFlags)}
	may, must := w.room(p, r.silent(), rng.wishes(wishFull) && w.block == nil)
	if !may || v == nil {
		return nil
	}
	region := rng.below(len(e.regions))
	length := 1 + rng.offset(w.Config.Memory-1) // now and then the whole region
	v.place = Place{region, rng.offset(w.Config.Memory - length), length}
	v.rights = []nd2.OpFlags{nd2.AllowRead | nd2.AllowWrite, nd2.AllowRead, nd2.AllowWrite}[rng.below(3)]
	v.phase, v.settled, v.open, v.pair = bound, false, false, p
	r.window = v
	w.post(p, r)
	v.since = r.tick
	c := posting(p, r)
	c.Remote, c.Window, c.Flags, c.Rules = v.place, v.number, r.flags|v.rights, "qp.bind.nd-success"
	if c.mayBeFull(!must) {
		c.undo = func() { v.phase, v.pair = free, nil }
	}
	w.Cover.visit("bind/" + variant(r.flags, false, false))
	return c
}

func (w *World) invalidate(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil {
		return nil
	}
	v := w.ends[p.end].window(rng, bound, p)
	r := &request{kind: nd2.RequestInvalidate, flags: w.flags(rng, p, windowFlags), window: v}
	may, must := w.room(p, r.silent(), rng.wishes(wishFull) && w.block == nil)
	if !may || v == nil || v.users > 0 {
		return nil
	}
	v.phase = leaving
	w.post(p, r)
	c := posting(p, r)
	c.Window, c.Rules = v.number, "qp.invalidate.nd-success"
	if c.mayBeFull(!must) {
		c.undo = func() { v.phase = bound }
	}
	w.Cover.visit("invalidate/" + variant(r.flags, v.settled, false))
	return c
}

// window chooses a window in a phase, and of a pair if that is not nil.
func (e *end) window(rng *random, in windowPhase, of *pair) *window {
	if len(e.windows) == 0 {
		return nil
	}
	first := rng.below(len(e.windows))
	for i := range e.windows {
		v := e.windows[(first+i)%len(e.windows)]
		if v.phase == in && (of == nil || v.pair == of) {
			return v
		}
	}
	return nil
}
