package model

import (
	"encoding/binary"
	"slices"
)

// tries is how many places are tried before a step is left out.
const tries = 6

// use says how a request will use a place.
type use struct {
	write bool
	// fenced is the pair whose Reads the request waits for, or nil.
	fenced *pair
}

// clashes reports whether a use could affect, or be affected by, what others do there.
func (e *end) clashes(p Place, u use) bool {
	for _, a := range e.accesses {
		if a.Region != p.Region || a.Offset >= p.Offset+p.Length || p.Offset >= a.Offset+a.Length {
			continue
		}
		if !a.write && !u.write {
			continue
		}
		if a.sink && u.fenced != nil && a.request.pair == u.fenced && !u.write {
			continue
		}
		return true
	}
	return false
}

// idle reports whether nobody uses a place.
func (e *end) idle(p Place) bool { return !e.clashes(p, use{write: true}) }

// place finds a place of length bytes, within bounds, that may be used in this way.
func (e *end) place(rng *random, length int, u use, bounds ...Place) (Place, bool) {
	for range tries {
		p := Place{Region: rng.below(len(e.regions)), Length: length}
		span := len(e.regions[p.Region])
		if len(bounds) > 0 {
			p.Region, p.Offset, span = bounds[0].Region, bounds[0].Offset, bounds[0].Length
		}
		if length > span {
			return p, false
		}
		p.Offset += rng.offset(span - length)
		if !e.clashes(p, u) {
			return p, true
		}
	}
	return Place{}, false
}

// offset chooses an offset up to most: now and then the first or the last one, at the
// bounds.
func (rng *random) offset(most int) int {
	seen := *rng
	n := rng.below(most + 1)
	switch seen.next() & 15 { // the lowest bits, which have no part in n
	case 0:
		return 0
	case 1:
		return most
	}
	return n
}

// landing finds a place of length bytes where a pending Read of a queue pair will store its data.
func (e *end) landing(rng *random, length int, p *pair) (Place, bool) {
	for _, a := range e.accesses {
		if a.sink && a.request.pair == p && a.Length >= length {
			place := Place{a.Region, a.Offset + rng.below(a.Length-length+1), length}
			return place, !e.clashes(place, use{fenced: p})
		}
	}
	return Place{}, false
}

// places finds places of length bytes in all, in at most most entries; entries may be empty. The places do not overlap
// if they are written.
func (e *end) places(rng *random, length, most int, u use) (list []Place, ok bool) {
	entries := 1
	if most > 1 && rng.one(2) {
		entries = 1 + rng.below(most)
	}
	if length == 0 && rng.one(2) {
		entries = 0
	}
	for left := length; len(list) < entries; {
		part := left
		if len(list) < entries-1 {
			part = rng.below(left + 1)
		}
		p, ok := Place{}, false
		if u.fenced != nil && rng.one(2) {
			p, ok = e.landing(rng, part, u.fenced)
		}
		if !ok && len(list) > 0 && rng.one(4) {
			p, ok = e.adjacent(rng, list[len(list)-1], part, u)
		}
		if !ok {
			p, ok = e.place(rng, part, u)
		}
		if !ok || u.write && slices.ContainsFunc(list, p.touches) {
			return nil, false
		}
		list, left = append(list, p), left-part
	}
	return list, true
}

// adjacent finds a place that starts where another one ends or, for reading, where that one starts.
func (e *end) adjacent(rng *random, other Place, length int, u use) (Place, bool) {
	p := Place{other.Region, other.Offset + other.Length, length}
	if !u.write && rng.one(3) {
		p.Offset = other.Offset
	}
	return p, p.Offset+length <= len(e.regions[p.Region]) && !e.clashes(p, u)
}

// inside returns the part of a place that lies in another one.
func (p Place) inside(q Place) Place {
	from, to := max(p.Offset, q.Offset), min(p.Offset+p.Length, q.Offset+q.Length)
	return Place{p.Region, from, max(0, to-from)}
}

func (p Place) touches(q Place) bool {
	return p.Region == q.Region && p.Offset < q.Offset+q.Length && q.Offset < p.Offset+p.Length
}

// hold notes that a request uses places until it is over.
func (e *end) hold(r *request, write, sink bool, places ...Place) (list []*access) {
	for _, p := range places {
		if p.Length > 0 {
			list = append(list, &access{Place: p, request: r, write: write, sink: sink})
		}
	}
	e.accesses = append(e.accesses, list...)
	return list
}

// let ends accesses.
func (e *end) let(list []*access) {
	if len(list) == 0 {
		return
	}
	for _, a := range list {
		a.over = true
	}
	e.accesses = slices.DeleteFunc(e.accesses, func(a *access) bool { return a.over })
}

// Sure lists, in order, the places of a region whose content is known.
func (w *World) Sure(end, region int) (sure []Place) {
	e := w.ends[end]
	var doubtful []Place
	for _, a := range e.accesses {
		if a.Region == region && a.write && a.request.doubtful {
			doubtful = append(doubtful, a.Place)
		}
	}
	slices.SortFunc(doubtful, func(p, q Place) int { return p.Offset - q.Offset })
	from := 0
	for _, p := range append(doubtful, Place{Offset: len(e.regions[region])}) {
		if p.Offset > from {
			sure = append(sure, Place{region, from, p.Offset - from})
		}
		from = p.Offset + p.Length
	}
	return sure
}

// gather returns the bytes that places must hold, one after the other.
func (e *end) gather(places []Place) []byte {
	var n int
	for _, p := range places {
		n += p.Length
	}
	bytes := make([]byte, 0, n)
	for _, p := range places {
		bytes = append(bytes, e.regions[p.Region][p.Offset:p.Offset+p.Length]...)
	}
	return bytes
}

// scatter enters bytes into places; the places beyond the last byte stay as they are.
func (e *end) scatter(places []Place, bytes []byte) {
	for _, p := range places {
		n := copy(e.regions[p.Region][p.Offset:p.Offset+p.Length], bytes)
		bytes = bytes[n:]
	}
}

// fill enters fresh bytes into those of the places that nobody uses, and returns these.
func (e *end) fill(rng *random, places []Place) (filled []Place) {
	for _, p := range places {
		if p.Length == 0 || !e.idle(p) {
			continue
		}
		bytes := e.regions[p.Region][p.Offset : p.Offset+p.Length]
		var word [8]byte
		for len(bytes) > 0 {
			binary.LittleEndian.PutUint64(word[:], rng.next())
			bytes = bytes[copy(bytes, word[:]):]
		}
		filled = append(filled, p)
	}
	return filled
}
