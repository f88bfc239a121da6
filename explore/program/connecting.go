package program

// comeAndGo makes listeners and connectors wait, and cancels that, around requests for connections
// that fail.
func comeAndGo(g *generator, on uint64) {
	for range 1 + g.rand.IntN(4) {
		for range 2 + g.rand.IntN(6) {
			g.add([]Op{Await, Await, Await, Withdraw, Reject, Reject}[g.rand.IntN(6)], on^g.rand.Uint64N(2), 0)
		}
		g.add(Settle, on, 0)
	}
}

// connectDuringTraffic has lanes make connections while others use theirs, and while listeners and
// connectors wait.
func connectDuringTraffic(g *generator, on uint64) {
	for range 1 + g.rand.IntN(4) {
		other := g.target()
		g.add(endings[g.rand.IntN(len(endings))], on, 0)
		g.add(endings[g.rand.IntN(len(endings))], other, 0)
		g.add(Barrier, on, 0)
		g.addToLane(Connect, on)
		g.addToLane(Connect, other)
		for range 10 {
			g.addToLane([]Op{Send, Write, Receive, Results, Notify, Await, Withdraw, Reject}[g.rand.IntN(8)], g.target())
		}
		g.add(Barrier, on, 0)
		g.add(Settle, on, 0)
	}
}

// addToLane adds a small step to the lane of its connection.
func (g *generator) addToLane(op Op, target uint64) {
	g.add(op, target, small)
	if g.lanes > 1 {
		last := &g.steps[len(g.steps)-1]
		last.Lane = g.lane(*last)
	}
}
