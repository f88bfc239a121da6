package program

// A macro adds steps that belong together, for one queue pair.
type macro func(g *generator, target uint64)

var macros = []macro{
	readsThenFence, oneWindow, silentBurst, lateReceive, notifyDuringSend, waitForSolicited, churn,
	pingPong, fullQueues, openWindow, windowCycle, invalidatedToken, registerAgain, aroundOneQueue, hammer, takeTogether,
	watchShared, takingTurns, refusing, asking, endUnderPressure, fenceUnderPressure, endDuringPosts, heldBack, comeAndGo,
	connectDuringTraffic, bystanders,
}

// readsThenFence posts Reads, and then requests that must wait for them.
func readsThenFence(g *generator, on uint64) {
	g.add(Receive, peer(on), 0)
	for range 1 + g.rand.IntN(6) {
		g.add(Read, on, g.wishes()&^uint64(silent|fenced))
	}
	g.add([]Op{Send, Write, Bind, Invalidate}[g.rand.IntN(4)], on, fenced|small)
	g.add(Settle, on, 0)
}

// oneWindow uses a window many times.
func oneWindow(g *generator, on uint64) {
	g.add(Bind, peer(on), 0)
	g.add(Settle, on, 0)
	for range 20 {
		g.add([]Op{Write, Read}[g.rand.IntN(2)], on, window|small|g.wishes()&silent)
		g.add(Results, on, 0)
	}
	g.add(Settle, on, 0)
	g.add(Invalidate, peer(on), 0)
}

// openWindow has the peer use a window as soon as it has a message that was sent behind the Bind, whose result nobody
// need have taken.
func openWindow(g *generator, on uint64) {
	g.add(Write, on, small)
	g.add(Settle, on, 0)
	g.add(Receive, on, small)
	g.add(Bind, peer(on), g.wishes()&silent)
	g.add(Send, peer(on), small)
	for range 6 { // each of some completion queue
		g.add(Results, on, 0)
	}
	for range 4 {
		g.add([]Op{Write, Read}[g.rand.IntN(2)], on, window|small)
	}
	g.add(Settle, on, 0)
	g.add(Invalidate, peer(on), 0)
}

// windowCycle binds a window again and again.
func windowCycle(g *generator, on uint64) {
	for range 2 + g.rand.IntN(20) {
		g.add(Bind, peer(on), g.wishes()&silent)
		g.add(Settle, on, 0)
		g.add(Write, on, window|small)
		g.add(Read, on, window|small)
		g.add(Settle, on, 0)
		g.add(Invalidate, peer(on), g.wishes()&silent)
		g.add(Settle, on, 0)
	}
}

// invalidatedToken binds and invalidates a window some times, and then uses a token that was good once.
func invalidatedToken(g *generator, on uint64) {
	g.add(Connect, on, 0)
	g.add(Write, on, small)
	for range 1 + g.rand.IntN(6) {
		g.add(Bind, peer(on), 0)
		g.add(Settle, on, 0)
		g.add(Invalidate, peer(on), 0)
		g.add(Settle, on, 0)
	}
	g.add(Fail, on, window)
	g.add(Connect, on, 0)
}

// registerAgain registers memory anew while it is used, so that what follows uses the new registration, and
// uses the token of an earlier one once that has been ended.
func registerAgain(g *generator, on uint64) {
	g.add(Connect, on, 0)
	g.add(Write, on, small)
	for range 2 + g.rand.IntN(4) {
		g.add(Bind, peer(on), 0)
		g.add(Register, peer(on), 0)
		g.add(Write, on, small|window)
		g.add(Read, on, small)
		g.add(Write, on, small)
		g.add(Settle, on, 0)
		g.add(Invalidate, peer(on), 0)
		g.add(Settle, on, 0)
	}
	g.add(Register, peer(on), 0)
	g.add(Fail, on, 0)
	g.add(Connect, on, 0)
}

// silentBurst posts silent requests, more than the queue holds.
func silentBurst(g *generator, on uint64) {
	op := []Op{Send, Write, Read}[g.rand.IntN(3)]
	for range 3 + g.rand.IntN(40) {
		if op == Send {
			g.add(Receive, peer(on), small)
		}
		g.add(op, on, silent|small)
		if g.rand.IntN(4) == 0 {
			g.add(Write, on, small)
		}
		g.add(Results, on, 0)
		g.add(Results, on, 0)
	}
}

// lateReceive sends before there is a Receive of the shared queue.
func lateReceive(g *generator, on uint64) {
	for range 1 + g.rand.IntN(4) {
		g.add(Send, on, g.wishes()|small)
	}
	g.add(Read, on, small)
	g.add(Send, on, fenced|small)
	for range 1 + g.rand.IntN(6) {
		g.add(Receive, peer(on), 0)
	}
	g.add(Settle, on, 0)
}

// notifyDuringSend arms both ends' queues while messages come.
func notifyDuringSend(g *generator, on uint64) {
	for range 2 + g.rand.IntN(6) {
		g.add(Receive, peer(on), 0)
		g.add(Notify, on, 0)
		g.add(Notify, peer(on), 0)
		g.add(Send, on, solicit|small)
		g.add(Notify, peer(on), 0)
		if g.rand.IntN(4) == 0 {
			g.add(Cancel, peer(on), 0)
		}
		g.add(Settle, on, 0)
	}
}

// waitForSolicited makes one queue wait for solicited results again and again, while messages of any
// length come that are solicited or not.
func waitForSolicited(g *generator, on uint64) {
	queue := g.rand.Uint64()<<16 | peer(on) // the same bits choose the same queue
	for range 4 + g.rand.IntN(8) {
		g.steps = append(g.steps, Step{Op: Notify, Bits: queue | solicit*uint64(bit(g.rand.IntN(4) > 0))})
		g.add(Receive, peer(on), 0)
		g.add(Send, on, g.wishes()&(solicit|silent))
		g.add(Settle, on, 0)
	}
}

// churn makes and ends connections.
func churn(g *generator, on uint64) {
	for range 1 + g.rand.IntN(12) {
		for range g.rand.IntN(4) {
			g.add(Receive, peer(on), 0)
			g.add(Receive, on, 0)
			g.add(Send, on, small|g.wishes()&silent)
		}
		g.add(endings[g.rand.IntN(len(endings))], on, 0)
		g.add(Connect, on, 0)
	}
}

// pingPong sends back and forth.
func pingPong(g *generator, on uint64) {
	for range 4 + g.rand.IntN(12) {
		g.add(Receive, on, 0)
		g.add(Receive, peer(on), 0)
		g.add(Send, on, g.wishes()&(silent|solicit|inline))
		g.add(Results, peer(on), 0)
		g.add(Send, peer(on), g.wishes()&(silent|solicit|inline))
		g.add(Results, on, 0)
	}
}

// fullQueues posts until no more requests are accepted.
func fullQueues(g *generator, on uint64) {
	deep := max(20, g.deep)
	if g.deep > 0 && g.rand.IntN(2) == 0 {
		g.add(Resize, on, 0)
		g.add(Resize, peer(on), 0)
	}
	g.addMany(Receive, peer(on), small|full, deep+g.rand.IntN(2))
	g.addMany(Send, on, small|full, deep+g.rand.IntN(2))
	if g.rand.IntN(2) == 0 { // what has not been taken yet is taken in pieces
		g.addMany(Results, peer(on), 0, 1+g.rand.IntN(deep))
		g.addMany([]Op{Write, Read}[g.rand.IntN(2)], on, small|full, deep/2)
	}
	g.add(Settle, on, 0)
}

// watchShared modifies and arms a shared queue while messages take its Receives.
func watchShared(g *generator, on uint64) {
	for range 2 + g.rand.IntN(4) {
		g.add(Modify, peer(on), 0)
		for range 1 + g.rand.IntN(4) {
			g.add(Receive, peer(on), small)
		}
		g.add(Watch, peer(on), 0)
		for range 1 + g.rand.IntN(3) {
			g.add(Send, on, small)
		}
		g.add(Settle, on, 0)
	}
}

// takingTurns makes one queue pair take several Receives of a shared queue in a row, and then others,
// while requests for notifications wait.
func takingTurns(g *generator, on uint64) {
	for n := range uint64(1 + g.rand.IntN(3)) {
		for range 5 {
			g.add(Receive, peer(on), small)
			g.add(Send, on, small)
			g.add(Settle, on, 0)
		}
		for range 4 {
			g.add(Notify, peer(on), 0)
		}
		on = (on + 4*(n+1)) % uint64(2*g.connections) // an odd number stays odd
		g.add(Receive, peer(on), small)
		g.add(Send, on, small)
		g.add(Settle, on, 0)
	}
}

// asking asks for many things, since there are many.
func asking(g *generator, on uint64) {
	for range 4 + g.rand.IntN(12) {
		g.add(Ask, on, 0)
	}
	g.add(Settle, on, 0)
}

// refusing makes many calls that must be refused, since there are many kinds of them.
func refusing(g *generator, on uint64) {
	g.add(Bind, on, 0)
	g.add(Settle, on, 0)
	for range 4 + g.rand.IntN(12) {
		g.add(Refuse, on, 0)
	}
	g.add(Settle, on, 0)
}
