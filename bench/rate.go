package bench

// A crowd is many small messages: several at a time from each of several connections.
type crowd struct {
	pairs, batch int
	shared       bool
	// turns says that the connections take turns, and each waits for its results. Otherwise all
	// send first, and then wait.
	turns bool
	message
}

// open sets up a rate, or the cost of a message among many connections.
func (c crowd) open(r *rig) (*work, error) {
	config := linkConfig{pairs: c.pairs, depth: max(c.batch, min(silentMost, r.depth)), wait: poll, shared: c.shared}
	if c.turns {
		config.results = 2 * c.batch
	}
	l, err := r.link(config)
	if err != nil {
		return nil, err
	}
	p := l.posters(c.message)
	checked := 0
	w := &work{link: l, check: func() error {
		checked++
		return verifyOn(opSend, p, checked%c.pairs)
	}}
	if c.turns {
		next := 0
		w.run = inTurn(func() error {
			turn := next
			next = (next + 1) % c.pairs
			return c.volley(p, turn, turn+1)
		})
		return w, nil
	}
	w.run = inTurn(func() error { return c.volley(p, 0, c.pairs) })
	return w, nil
}

// volley makes each connection of a range send its messages, and takes all results.
func (c crowd) volley(p [2]*poster, first, end int) error {
	for pair := first; pair < end; pair++ {
		if err := p[1].receives(pair, c.batch); err != nil {
			return err
		}
		for range c.batch {
			if err := p[0].send(pair); err != nil {
				return err
			}
		}
	}
	n := (end - first) * c.batch
	if err := p[1].received.take(n); err != nil {
		return err
	}
	return p[0].initiated.take(n)
}
