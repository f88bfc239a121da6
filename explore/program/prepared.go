package program

// bystanders ends a connection beside queue pairs that nobody has connected, which have Receives in the same
// queues, and connects one of these at last.
func bystanders(g *generator, on uint64) {
	other := g.target()
	g.add(endings[g.rand.IntN(len(endings))], other, 0)
	g.add(Prepare, other, 0)
	for range 1 + g.rand.IntN(5) {
		g.add(Receive, other^g.rand.Uint64N(2), small)
		g.add(Receive, peer(on), small)
		g.add(Send, on, small)
	}
	g.add([]Op{Settle, Flush, Disconnect, Cancel, Fail}[g.rand.IntN(5)], on, 0)
	g.add(Refuse, other, 0)
	g.add(Connect, on, 0)
	g.add(Settle, on, 0)
	g.add([]Op{Connect, Connect, Flush, Drop}[g.rand.IntN(4)], other, 0)
	g.add(Connect, other, 0)
}
