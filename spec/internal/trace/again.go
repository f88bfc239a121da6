package trace

import "github.com/ndconform/ndconform/nd2"

// Again has a call that was refused for want of resources made once more, with the same arguments,
// if may says so of its method: the lack may be of the moment. was is called if it was.
func (r *Recorder) Again(may func(method string) bool, was func(method string)) {
	r.again, r.ofMoment = may, was
}

// made makes the call, and once more if it may be; both are shown.
func (c *call) made(call func() nd2.Status) nd2.Status {
	s, r, method := call(), c.recorder, MethodOf(c.object, c.method)
	if !Lacks(s) || r.again == nil || !r.again(method) {
		return s
	}
	first := *c
	first.result = s
	r.mu.Lock()
	first.finish()
	r.mu.Unlock()
	if s = call(); !Lacks(s) {
		r.ofMoment(method)
	}
	return s
}
