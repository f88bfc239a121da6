package program

// Of the programs with a single connection, one in some sends more messages on one queue pair than
// 12 bits count, and one in many more than 16 bits count: half as many again, since some have no bytes.
const (
	some, many  = 64, 1024
	firstMany   = 19*16 + singleConnection
	overTwelve  = 3 << 11
	overSixteen = 3 << 15
)

// Another of these registers memory more often than 16 bits count.
const (
	firstRegistering = 55
	registrations    = 70_000
)

// batch is how many messages are sent before the next ones.
const batch = 64

// manyMessages returns how many further messages the program sends on one queue pair.
func (g *generator) manyMessages() int {
	switch {
	case g.number%some == singleConnection:
		return overTwelve
	case g.number%many == firstMany:
		return overSixteen
	}
	return 0
}

// sendMany sends short messages, half of them silent.
func (g *generator) sendMany(on uint64, messages int) {
	g.add(Connect, on, 0)
	for range messages / batch {
		g.add(Receive, peer(on), small)
		g.times(batch)
		for _, how := range []uint64{small | silent, small} {
			g.add(Send, on, how)
			g.times(batch / 2)
		}
		g.add(Settle, on, 0)
	}
}

// addMany adds a step that is carried out n times.
func (g *generator) addMany(op Op, target, wishes uint64, n int) {
	for ; n > 0; n -= MostInARow {
		g.add(op, target, wishes)
		g.times(min(n, MostInARow))
	}
}

// times repeats the last step n times.
func (g *generator) times(n int) { g.steps[len(g.steps)-1].Times = n }
