package spec

// MeasureMemory measures the memory that calls of the following specs retain; size returns how much
// memory the process has, in bytes.
func (t *Target) MeasureMemory(size func() int64) {
	p := &t.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	p.residentSize = size
}

// memoryGuard returns a guard of calls that notes what each retains; nil if that is not measured.
func (p *progress) memoryGuard() func(method string) (returned func()) {
	p.mu.Lock()
	size := p.residentSize
	p.mu.Unlock()
	if size == nil {
		return nil
	}
	return func(method string) func() {
		before := size()
		return func() { p.addRetained(method, size()-before) }
	}
}

func (p *progress) addRetained(method string, bytes int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.retained == nil {
		p.retained = map[string]Retained{}
	}
	p.retained[method] = p.retained[method].With(Retained{Calls: 1, Bytes: bytes})
}

// With is the sum of r and other.
func (r Retained) With(other Retained) Retained {
	return Retained{Calls: r.Calls + other.Calls, Bytes: r.Bytes + other.Bytes}
}
