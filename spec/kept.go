package spec

// Weigh has what calls leave to the process be measured in the specs that follow: size
// returns how much memory the process has, in bytes.
func (t *Target) Weigh(size func() int64) {
	f := &t.footing
	f.mu.Lock()
	defer f.mu.Unlock()
	f.size = size
}

// weighs returns a guard of calls that notes what each leaves to the process; nil if nobody
// wants to know.
func (f *footing) weighs() func(method string) (returned func()) {
	f.mu.Lock()
	size := f.size
	f.mu.Unlock()
	if size == nil {
		return nil
	}
	return func(method string) func() {
		before := size()
		return func() { f.keeps(method, size()-before) }
	}
}

func (f *footing) keeps(method string, bytes int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kept == nil {
		f.kept = map[string]Kept{}
	}
	f.kept[method] = f.kept[method].With(Kept{Calls: 1, Bytes: bytes})
}

// With is k and what other calls have left.
func (k Kept) With(other Kept) Kept {
	return Kept{Calls: k.Calls + other.Calls, Bytes: k.Bytes + other.Bytes}
}
