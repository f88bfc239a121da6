package replay

// inTurn waits until no earlier track goes on that listens at a port: a process has taken the place of another one.
func (p *player) inTurn(port uint16) error {
	defer p.begins()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.tracks[:p.number] {
		for port != 0 && k.Usage.Listeners[port] != "" && !k.over && p.ctx.Err() == nil {
			p.changed.Wait()
		}
	}
	return p.ctx.Err()
}

// listener is the other tracks' listener at a recorded port that the line connects to: the first with requests left. It
// is empty if there is no listener.
func (p *player) listener(port uint16) (name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.tracks {
		if k == p.track || k.Usage == nil || p.Usage == nil || k.Usage.Listeners[port] == "" {
			continue
		}
		name = k.Usage.Listeners[port]
		if !p.Usage.refused[p.line.Index] && k.connects[name] < k.Usage.requests[name] {
			k.connects[name]++
			break
		}
	}
	return name
}
