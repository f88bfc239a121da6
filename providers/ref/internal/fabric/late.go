package fabric

import (
	"container/heap"
	"time"
)

// A lateFrame is on its way to a port until its time has come; without a frame, it
// stands for the one that was set aside.
type lateFrame struct {
	due    time.Duration // since the network began
	number uint64
	frame  *Frame
	to     *port
}

// lateFrames is a heap, the earliest first; of two that are due together, the one
// that was sent first.
type lateFrames []lateFrame

func (h lateFrames) Len() int      { return len(h) }
func (h lateFrames) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h lateFrames) Less(i, j int) bool {
	if h[i].due != h[j].due {
		return h[i].due < h[j].due
	}
	return h[i].number < h[j].number
}

// Push implements [heap.Interface].
func (h *lateFrames) Push(x any) { *h = append(*h, x.(lateFrame)) }

// Pop implements [heap.Interface].
func (h *lateFrames) Pop() any {
	last := len(*h) - 1
	l := (*h)[last]
	(*h)[last] = lateFrame{}
	*h = (*h)[:last]
	return l
}

// reordering is how late a frame is that was set aside and that nothing has overtaken.
const reordering = 200 * time.Microsecond

// setAside lets the next frame to the port overtake f, if one comes soon.
func (p *port) setAside(f *Frame) (empty *Frame) {
	p.aside = f
	p.later(nil, reordering)
	return pop(&p.spare)
}

// goOn puts the frame that was set aside.
func (p *port) goOn() {
	if f := p.aside; f != nil {
		p.aside = nil
		p.spare = append(p.spare, p.put(f))
	}
}

// arrive puts what was on its way.
func (l *lateFrame) arrive() {
	p := l.to
	switch {
	case p.left:
	case l.frame == nil:
		p.goOn()
	default:
		p.late--
		p.spare = append(p.spare, p.put(l.frame))
	}
}

// putLater is put after some time. No more frames are on their way to a port than
// its ring holds.
func (p *port) putLater(f *Frame, after time.Duration) (empty *Frame) {
	if p.late == depth {
		p.counters.Dropped++
		return f
	}
	p.late++
	p.later(f, after)
	return pop(&p.spare)
}

func (p *port) later(f *Frame, after time.Duration) {
	n := p.network
	n.sequence++
	l := lateFrame{n.now() + after, n.sequence, f, p}
	heap.Push(&n.late, l)
	if n.late[0] == l {
		n.rouse()
	}
}
