package program

// Of the lonely programs one in some sends more messages by one queue pair than numbers of 12 bits tell
// apart, and one in many more than those of 16 bits: half as many again, since some have no bytes.
const (
	some, many  = 64, 1024
	firstMany   = 19*16 + lonely
	overTwelve  = 3 << 11
	overSixteen = 3 << 15
)

// batch is how many messages are sent before the next ones.
const batch = 64

// wears returns how many messages the program sends by one queue pair besides what else it does.
func (g *generator) wears() int {
	switch {
	case g.number%some == lonely:
		return overTwelve
	case g.number%many == firstMany:
		return overSixteen
	}
	return 0
}

// wear sends so many short messages, of which half tell of no success.
func (g *generator) wear(on uint64, messages int) {
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

// times has the last step be carried out so often.
func (g *generator) times(n int) { g.steps[len(g.steps)-1].Times = n }
