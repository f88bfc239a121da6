package session

import (
	"cmp"
	"slices"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/watch/record"
)

// A layerOf identifies a layer of a process.
type layerOf struct{ process, number int }

// known is what a layer has said so far.
type known struct {
	calls uint64
	ended bool
	// state is the layer's last state, nil without one, and at when that was read.
	state *record.State
	at    time.Time
}

// layer is what is known of an entry's layer.
func (s *state) layer(e record.Entry) *known {
	of := layerOf{e.Process, e.Layer}
	if s.layers[of] == nil {
		s.layers[of] = new(known)
	}
	return s.layers[of]
}

// hear notes a layer's state.
func (s *state) hear(e record.Entry) {
	l := s.layer(e)
	l.calls = e.State.Calls
	if s.stopped.IsZero() {
		l.state, l.at = e.State, time.Now()
	}
}

// stop says that the program is being stopped: what it does then is not what it waited for.
func (s *state) stop() {
	if s.stopped.IsZero() {
		s.stopped = time.Now()
	}
}

// waiting notes what was under way when the program ended, and returns the breaches in that.
func (s *state) waiting(w *reports.Watched) (breaches []record.Entry) {
	first, processes := true, s.processes()
	for _, of := range s.inOrder() {
		l := s.layers[of]
		if l.state == nil {
			continue
		}
		longer := max(0, s.stopped.Sub(l.at).Seconds())
		still := l.state.Still >= record.Still
		if !still {
			w.Still, first = 0, false
		} else if all := l.state.Still + longer; first || all < w.Still {
			w.Still, first = all, false
		}
		w.More += l.state.More
		for _, wait := range l.state.Waiting {
			w.Waiting = append(w.Waiting, waitOf(wait, longer, still))
			if processes > 1 {
				w.Waiting[len(w.Waiting)-1].Process = of.process
			}
			if f := wait.Breaks; f != nil && still {
				f.Caller = wait.Place
				breaches = append(breaches, record.Entry{Process: of.process, Layer: of.number, Found: f})
			}
		}
	}
	slices.SortStableFunc(w.Waiting, func(a, b reports.Wait) int { return cmp.Compare(order(a), order(b)) })
	return breaches
}

// order puts calls first.
func order(w reports.Wait) int { return slices.Index(reports.WaitKinds, w.Kind) }

// inOrder lists the layers.
func (s *state) inOrder() (list []layerOf) {
	for of := range s.layers {
		list = append(list, of)
	}
	slices.SortFunc(list, func(a, b layerOf) int {
		return cmp.Or(cmp.Compare(a.process, b.process), cmp.Compare(a.number, b.number))
	})
	return list
}

// processes counts the processes with something under way.
func (s *state) processes() int {
	list := map[int]bool{}
	for of, l := range s.layers {
		if l.state != nil && len(l.state.Waiting) > 0 {
			list[of.process] = true
		}
	}
	return len(list)
}

// waitOf is a wait in the reports' form; longer is how long it has waited since the entry. still says that
// the program had stopped.
func waitOf(w record.Wait, longer float64, still bool) reports.Wait {
	r := reports.Wait{
		Kind: string(w.Kind), On: w.On, What: w.What, Ends: w.Ends, Likely: w.Likely, Place: w.Place, Thread: w.Thread,
		Seconds: w.Since + longer,
	}
	if w.Heard > 0 {
		r.Heard = w.Heard + longer
	}
	if w.Breaks != nil && still {
		r.Breaks = w.Breaks.ID
	}
	return r
}
