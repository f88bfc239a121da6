package fabric

import (
	"container/heap"
	"time"
)

// A delayedFrame is on its way to a port until due. Without a frame, it stands for the
// frame set aside.
type delayedFrame struct {
	due    time.Duration // since the network began
	number uint64
	frame  *Frame
	to     *port
}

// delayedFrames is a heap, the earliest first; among equals, the first sent.
type delayedFrames []delayedFrame

func (h delayedFrames) Len() int      { return len(h) }
func (h delayedFrames) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h delayedFrames) Less(i, j int) bool {
	if h[i].due != h[j].due {
		return h[i].due < h[j].due
	}
	return h[i].number < h[j].number
}

// Push implements [heap.Interface].
func (h *delayedFrames) Push(x any) { *h = append(*h, x.(delayedFrame)) }

// Pop implements [heap.Interface].
func (h *delayedFrames) Pop() any {
	last := len(*h) - 1
	l := (*h)[last]
	(*h)[last] = delayedFrame{}
	*h = (*h)[:last]
	return l
}

// reordering is how long a frame set aside waits to be overtaken.
const reordering = 200 * time.Microsecond

// setAside lets the next frame to the port overtake f, if one comes soon.
func (p *port) setAside(f *Frame) (empty *Frame) {
	p.aside = f
	p.schedule(nil, reordering)
	return pop(&p.unused)
}

// goOn puts the frame set aside into the ring.
func (p *port) goOn() {
	if f := p.aside; f != nil {
		p.aside = nil
		p.unused = append(p.unused, p.put(f))
	}
}

// arrive puts a due frame into the ring.
func (l *delayedFrame) arrive() {
	p := l.to
	switch {
	case p.left:
	case l.frame == nil:
		p.goOn()
	default:
		p.delayed--
		p.unused = append(p.unused, p.put(l.frame))
	}
}

// putDelayed is put after a delay. At most as many frames are on their way to a port as
// its ring holds.
func (p *port) putDelayed(f *Frame, after time.Duration) (empty *Frame) {
	if p.delayed == depth {
		p.counters.Dropped++
		return f
	}
	p.delayed++
	p.schedule(f, after)
	return pop(&p.unused)
}

func (p *port) schedule(f *Frame, after time.Duration) {
	n := p.network
	n.sequence++
	l := delayedFrame{n.now() + after, n.sequence, f, p}
	heap.Push(&n.delayed, l)
	if n.delayed[0] == l {
		n.rouse()
	}
}
