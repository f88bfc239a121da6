package program

// emptyShared leaves no Receive in the shared queue of the peer: as many messages come as the queue
// may hold, and settling posts no more Receives than messages wait for.
func emptyShared(g *generator, on uint64) {
	for range 3 {
		for range 5 {
			g.add(Send, on, small)
		}
		g.add(Settle, on, 0)
	}
}

// endUnderPressure ends a connection while requests, silent ones among them, wait behind a message
// for which the shared queue has no Receive.
func endUnderPressure(g *generator, on uint64) {
	emptyShared(g, on)
	g.add(Send, on, small)
	for range 2 + g.rand.IntN(8) {
		g.add([]Op{Write, Read, Send, Bind}[g.rand.IntN(4)], on, small|silent)
	}
	g.add(Write, on, small)
	g.add([]Op{Flush, Disconnect}[g.rand.IntN(2)], on^1&g.rand.Uint64(), 0)
	g.add(Connect, on, 0)
}

// fenceUnderPressure posts many Reads, and then makes fenced requests wait for Reads that
// themselves wait behind a message without a Receive.
func fenceUnderPressure(g *generator, on uint64) {
	for range g.rand.IntN(24) {
		g.add(Read, on, small)
		g.add(Settle, on, 0)
	}
	emptyShared(g, on)
	g.add(Send, on, small)
	for range 1 + g.rand.IntN(3) {
		g.add(Read, on, 0)
	}
	for range 1 + g.rand.IntN(3) {
		g.add([]Op{Send, Write}[g.rand.IntN(2)], on, small|fenced)
	}
	g.add(Settle, on, 0)
}

// heldBack posts many requests while something goes wrong on the network, so that they are on their way
// together.
func heldBack(g *generator, on uint64) {
	g.add(Connect, on, 0)
	for range 6 {
		g.add(Receive, peer(on), small)
	}
	g.add(Settle, on, 0)
	g.add(Impair, peer(on), 0)
	ops := [][]Op{{Write}, {Write, Read}, {Write, Read, Send, Send, Bind, Invalidate}}[g.rand.IntN(3)]
	for range 3 + g.rand.IntN(12) {
		g.add(ops[g.rand.IntN(len(ops))], on, small|g.wishes()&(silent|fenced|window))
		if g.rand.IntN(6) == 0 {
			g.add([]Op{Notify, Results, Cancel, Resize}[g.rand.IntN(4)], on, 0)
		}
	}
	if g.rand.IntN(3) == 0 {
		g.add(Flush, on^g.rand.Uint64N(2), 0)
		g.add(Connect, on, 0)
		return
	}
	g.add(Settle, on, 0)
}
