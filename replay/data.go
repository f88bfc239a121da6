package replay

import (
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// affinity asks a queue for its affinity, which is not compared.
func affinity(q interface {
	GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status
},
) nd2.Status {
	return q.GetNotifyAffinity(new(uint16), new(uint64))
}

func (p *player) onQueue(o *object, q nd2.CompletionQueue) (nd2.Status, error) {
	switch c := p.line.Call; c.Method {
	case "Resize":
		return q.Resize(c.Depth), nil
	case "Notify":
		if p.Drain {
			p.drain(o, q)
		}
		s := p.start(q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(c.Notify, o) })
		if c.Notify == nd2.NotifyAny && p.line.Awaited && (p.Usage != nil || p.Drain) {
			has := p.drain(o, q)
			p.note(func() { p.early[p.line.Index] = has })
		}
		return s, nil
	case "GetNotifyAffinity":
		return affinity(q), nil
	}
	return 0, p.unmade()
}

// drain takes what has come to a queue before a Notify, which does not tell of it, and reports whether there is
// something. A recorded program has seen nothing then, or it would not have waited: here the other end is faster.
func (s *stage) drain(o *object, q nd2.CompletionQueue) bool {
	o.polling.Lock()
	defer o.polling.Unlock()
	room := make([]nd2.Result, mostAtOnce)
	for n := len(room); n == len(room); {
		n = min(int(q.GetResults(room)), len(room))
		o.early = append(o.early, room[:n]...)
		s.took(room[:n])
	}
	return len(o.early) > 0
}

func (p *player) onShared(o *object, q nd2.SharedReceiveQueue) (nd2.Status, error) {
	switch c := p.line.Call; c.Method {
	case "Modify":
		return q.Modify(c.Depth, c.Threshold), nil
	case "Notify":
		return p.start(q, q.Notify), nil
	case "Receive":
		list, err := p.list(o.adapter.object)
		if err != nil {
			return 0, err
		}
		return p.posting(o, nil, buffers(list), func() nd2.Status { return q.Receive(uintptr(c.Context), list) }), nil
	case "GetNotifyAffinity":
		return affinity(q), nil
	}
	return 0, p.unmade()
}

func buffers(list []nd2.SGE) (all [][]byte) {
	for _, e := range list {
		all = append(all, e.Buffer)
	}
	return all
}

func (p *player) onPair(o *object, q nd2.QueuePair) (nd2.Status, error) {
	c := p.line.Call
	list, err := p.list(o.adapter.object)
	if err != nil {
		return 0, err
	}
	context, own := uintptr(c.Context), buffers(list)
	p.fill(own, c.Bytes)
	switch c.Method {
	case "Flush":
		return q.Flush(), nil
	case "Send":
		return p.posting(o, own, nil, func() nd2.Status { return q.Send(context, list, c.Flags) }), nil
	case "Receive":
		return p.posting(o, nil, own, func() nd2.Status { return q.Receive(context, list) }), nil
	case "Read", "Write":
		b, token, err := p.remote(o.adapter.object)
		if err != nil {
			return 0, err
		}
		far, address := [][]byte{b}, memory.Address(b)
		if c.Method == "Read" {
			return p.posting(o, far, own, func() nd2.Status { return q.Read(context, list, address, token, c.Flags) }), nil
		}
		return p.posting(o, own, far, func() nd2.Status { return q.Write(context, list, address, token, c.Flags) }), nil
	case "Bind", "Invalidate":
		return p.window(o, q)
	}
	return 0, p.unmade()
}

// window makes a Bind or an Invalidate.
func (p *player) window(o *object, q nd2.QueuePair) (nd2.Status, error) {
	c := p.line.Call
	w, err := p.object(c.Window)
	if err != nil {
		return 0, err
	}
	p.look(w)
	if c.Method == "Invalidate" {
		return q.Invalidate(uintptr(c.Context), w.made, c.Flags), nil
	}
	b, _, err := p.place(c.Place, o.adapter.object)
	if err != nil {
		return 0, err
	}
	m, err := p.object(c.Region)
	if err != nil {
		return 0, err
	}
	s := q.Bind(uintptr(c.Context), m.made, w.made, b, c.Flags)
	p.note(func() { w.registered = w.registered || s == nd2.Success })
	return s, nil
}

func (p *player) onRegion(o *object, m nd2.MemoryRegion) (nd2.Status, error) {
	switch c := p.line.Call; c.Method {
	case "Register":
		b, from, err := p.place(c.Place, o.adapter.object)
		if err != nil {
			return 0, err
		}
		if from != nil && from != o && from.adapter.end.Instance != o.adapter.end.Instance {
			return 0, p.fail("%s is another adapter's memory", from.name)
		}
		own := from == nil || from == o
		if own && !o.filled { // what has come since stays
			o.filled = true
			pattern := make([]byte, min(len(b), period))
			fill(pattern, o.number)
			for at := 0; at < len(b); at += period {
				memory.Overwrite(b[at:], pattern) // it may be another process's
			}
		}
		s := p.start(m, func(v *nd2.Overlapped) nd2.Status { return m.Register(b, c.Rights, v) })
		p.note(func() { o.registered = o.registered || !s.Failed() })
		if !own && !s.Failed() {
			p.share(o, from, b)
		}
		return s, nil
	case "Deregister":
		p.look(o)
		p.note(func() { o.registered = false })
		return p.start(m, m.Deregister), nil
	}
	return p.said(), nil // its tokens are asked for where they are needed
}

// period is after how many bytes the pattern is the same again.
const period = 1 << 16

// fill gives memory the pattern of an object, by which a reader sees what came from where.
func fill(b []byte, number int) {
	for i := range b {
		b[i] = byte(i) ^ byte(i>>8) ^ byte(number)
	}
}
