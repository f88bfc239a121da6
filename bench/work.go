package bench

// A work is a measurement that is set up.
type work struct {
	// run carries out n operations, one after another or with a window. Its time is measured.
	run func(n int) error
	// before and after surround each run, unmeasured. They may be nil.
	before, after func(n int) error
	// most limits the operations of a run; 0 means no limit.
	most int
	// least is how many operations fill a run's window; 0 means one.
	least int
	// check carries out an operation with new data, and compares what arrives. It is nil if no data is
	// moved.
	check func() error
	// holds says that a run's operations hold their resources until it is over.
	holds bool
	// close releases the work's objects. It may be nil.
	close func()
	// link is the link in use, or nil.
	link *link
}

// times carries out n operations between before and after; timed is called around the operations only.
func (w *work) times(n int, timed func(run func() error) error) error {
	for n > 0 {
		k := n
		if w.most > 0 {
			k = min(n, w.most)
		}
		if err := w.once(k, timed); err != nil {
			return err
		}
		n -= k
	}
	return nil
}

func (w *work) once(n int, timed func(run func() error) error) error {
	if w.before != nil {
		if err := w.before(n); err != nil {
			return err
		}
	}
	if err := timed(func() error { return w.run(n) }); err != nil {
		return err
	}
	if w.after != nil {
		return w.after(n)
	}
	return nil
}

// inTurn makes steps one after another, n times.
func inTurn(steps ...func() error) func(n int) error {
	return func(n int) error {
		for range n {
			for _, step := range steps {
				if err := step(); err != nil {
					return err
				}
			}
		}
		return nil
	}
}
