package program

import "slices"

// longestSpread is how many steps lanes share, at most, between two barriers of a
// spread program.
const longestSpread = 24

// spread gives to lanes steps that are one call each: now and then a few of them, between
// barriers. The steps of a connection go to one lane, and those of a completion queue to any.
func (g *generator) spread(steps []Step) (all []Step) {
	for len(steps) > 0 {
		n := min(len(steps), 2+g.rand.IntN(longestSpread))
		some := steps[:n]
		steps = steps[n:]
		if g.rand.IntN(2) == 0 {
			all = append(all, some...)
			continue
		}
		all = append(all, Step{Op: Barrier})
		for _, s := range some {
			if slices.Contains(single, s.Op) && s.Lane == 0 {
				s.Lane = g.lane(s)
			}
			all = append(all, s)
		}
		all = append(all, Step{Op: Barrier})
	}
	return all
}

func (g *generator) lane(s Step) int {
	switch s.Op {
	case Results, Notify, Cancel, Resize, Flush, Disconnect, Reject:
		return g.rand.IntN(g.lanes)
	}
	return int(s.Bits&0xff) / 2 % g.lanes
}

// aroundOneQueue does to one completion queue, in several lanes, everything that may be done
// concurrently.
func aroundOneQueue(g *generator, on uint64) {
	for range 2 + g.rand.IntN(6) {
		bits := g.rand.Uint64()<<16 | on // the same bits choose the same queue
		g.add(Receive, peer(on), small)
		g.add(Receive, on, small)
		g.steps = append(g.steps, Step{Op: Barrier})
		for n := range 6 {
			op := []Op{Notify, Results, Notify, Results, Cancel, Resize}[g.rand.IntN(6)]
			g.steps = append(g.steps, Step{Op: op, Bits: bits, Lane: n % max(1, g.lanes)})
		}
		g.add(Send, peer(on), small|solicit)
		g.add(Send, on, small)
		g.steps = append(g.steps, Step{Op: Barrier})
		if g.rand.IntN(2) == 0 {
			g.add(Settle, on, 0)
		}
	}
}

// endDuringPosts has one lane post to a queue pair and its peer while another ends their connection.
func endDuringPosts(g *generator, on uint64) {
	g.add(Connect, on, 0)
	for range 2 + g.rand.IntN(6) {
		for range 3 {
			g.add(Receive, peer(on), small)
		}
		g.add(Settle, on, 0) // so that nothing silent is left
		g.steps = append(g.steps, Step{Op: Barrier})
		end, lane := on^g.rand.Uint64N(2), 1%max(1, g.lanes)
		first := g.rand.IntN(6)
		for n := range 12 {
			if n == first {
				g.add([]Op{Flush, Disconnect}[g.rand.IntN(2)], end, 0)
				g.steps[len(g.steps)-1].Lane = lane
			}
			g.add([]Op{Send, Write, Receive, Read, Bind, Write, Receive}[g.rand.IntN(7)], end^uint64(bit(g.rand.IntN(3) == 0)),
				small|g.wishes()&(solicit|fenced|inline))
		}
		g.steps = append(g.steps, Step{Op: Barrier})
		g.add(Connect, on, 0)
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hammer has one lane arm a completion queue while another takes its results again and again.
func hammer(g *generator, on uint64) {
	for range 4 + g.rand.IntN(12) {
		bits := g.rand.Uint64()<<16 | on
		other := 1 % max(1, g.lanes)
		g.steps = append(g.steps, Step{Op: Barrier})
		for range 12 {
			g.steps = append(g.steps, Step{Op: Notify, Bits: bits}, Step{Op: Results, Bits: bits, Lane: other},
				Step{Op: Results, Bits: bits, Lane: other})
		}
		g.steps = append(g.steps, Step{Op: Barrier}, Step{Op: Cancel, Bits: bits})
		g.add(Settle, on, 0)
	}
}

// takeTogether takes, in several lanes, the results of one completion queue at the same moment.
func takeTogether(g *generator, on uint64) {
	for range 2 + g.rand.IntN(6) {
		bits := g.rand.Uint64()<<16 | on // the same bits choose the same queue
		for range 3 + g.rand.IntN(6) {
			g.add([]Op{Write, Write, Read}[g.rand.IntN(3)], on, small)
		}
		g.steps = append(g.steps, Step{Op: Barrier})
		for n := range 4 * max(1, g.lanes) {
			g.steps = append(g.steps, Step{Op: Results, Bits: bits, Lane: n % max(1, g.lanes)})
		}
		g.steps = append(g.steps, Step{Op: Barrier})
		g.add(Settle, on, 0)
	}
}
