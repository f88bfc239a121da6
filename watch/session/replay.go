package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/watch/meter"
	"github.com/ndconform/ndconform/watch/record"
)

// A Recording is a file with all calls of a session.
type Recording struct {
	from io.ReadSeeker
	// Started describes the recorded program.
	Started record.Started
	// Call, if not nil, is told each call and its return, once recorded. again is how often it was repeated at once
	// with the same outcome: then it is told a second time.
	Call func(c *event.Call, ended *event.Return, again uint64)
}

// OpenRecording reads the beginning of a recording. The error says why the file is none.
func OpenRecording(from io.ReadSeeker) (*Recording, error) {
	e, err := record.NewReader(from).Next()
	switch {
	case errors.Is(err, io.EOF):
		if length, _ := from.Seek(0, io.SeekEnd); length > 0 {
			return nil, errors.New("its first line is cut off")
		}
		return nil, errors.New("it is empty")
	case err != nil:
		return nil, err
	case e.Started == nil || len(e.Started.Command) == 0:
		return nil, errors.New("it does not begin as watch --record writes it")
	}
	return &Recording{from: from, Started: *e.Started}, nil
}

// Machine is the machine on which the program ran.
func (r *Recording) Machine() *reports.Host {
	m := r.Started.Machine
	return &reports.Host{Name: m.Name, OS: m.OS, Arch: m.Arch, Kernel: m.Kernel, Version: m.Version}
}

// Replay checks a recording again, and ends as [Session.Run] does.
func (s *Session) Replay(ctx context.Context, from *Recording) (*reports.Run, error) {
	s.known = newState(s.Header)
	again := &replay{session: s, recording: from, layers: map[layerOf]*replayed{}, states: map[layerOf]*record.State{}}
	var how *record.Exited
	err := from.each(ctx, func(e record.Entry) error {
		again.place(e)
		return nil
	})
	if err == nil {
		err = from.each(ctx, func(e record.Entry) error {
			if e.Exited != nil {
				how = e.Exited
			}
			return again.take(e)
		})
	}
	again.cutOff(how)
	switch {
	case err != nil && ctx.Err() == nil:
		s.known.problem, how = "the recording can't be replayed: "+err.Error(), nil
	case how == nil:
		s.known.problem = "the recording ends before it says how the program has ended"
	}
	if how == nil {
		how = new(record.Exited)
	}
	s.end(ctx, how)
	return s.Journal.Run(), s.Journal.Err()
}

// each calls f with each entry, from the first one on.
func (r *Recording) each(ctx context.Context, f func(record.Entry) error) error {
	if _, err := r.from.Seek(0, io.SeekStart); err != nil {
		return err
	}
	entries := record.NewReader(r.from)
	for line := 1; ctx.Err() == nil; line++ {
		e, err := entries.Next()
		switch {
		case errors.Is(err, io.EOF): // an incomplete line does not count
			return nil
		case err != nil:
			return err
		}
		if err := f(e); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
	return nil
}

// A place is where in the program a call came from that has shown something.
type place struct {
	of    layerOf
	found judge.Finding
}

// A replay checks again what several layers were told.
type replay struct {
	session   *Session
	recording *Recording
	layers    map[layerOf]*replayed
	callers   []place
	// states are the layers' latest states, with the places of what was under way.
	states map[layerOf]*record.State
}

// place notes the calls' places in the program.
func (r *replay) place(e record.Entry) {
	of := layerOf{e.Process, e.Layer}
	if e.Found != nil && e.Found.Caller != "" {
		r.callers = append(r.callers, place{of, *e.Found})
	}
	if e.State != nil {
		r.states[of] = e.State
	}
}

// cutOff sums up the layers that have not ended.
func (r *replay) cutOff(how *record.Exited) {
	for of, l := range r.layers {
		r.known(of, l).calls = l.Calls()
		r.session.known.measured(l.sum())
	}
	if how == nil {
		return
	}
	for _, l := range r.session.known.layers {
		if l.state != nil {
			l.state.Still = how.Still
			for i := range l.state.Waiting {
				l.state.Waiting[i].Since += how.Still
			}
		}
	}
}

// known is the session's knowledge of a layer, now with what is under way.
func (r *replay) known(of layerOf, l *replayed) *known {
	known := r.session.known.layer(record.Entry{Process: of.process, Layer: of.number})
	known.state = l.state(r.states[of])
	return known
}

// layer returns the replayed layer of an entry.
func (r *replay) layer(e record.Entry) *replayed {
	of := layerOf{e.Process, e.Layer}
	if l := r.layers[of]; l != nil {
		return l
	}
	l := &replayed{going: map[uint64]*event.Call{}}
	l.Checker = judge.New(func(f judge.Finding) {
		f.Caller = r.caller(of, f)
		r.session.take(record.Entry{Process: e.Process, Found: &f})
	})
	if r.session.Traffic {
		l.meter = meter.New(func() time.Time { return l.now })
		l.Measure(l.meter)
	}
	l.Mark(func(*calls.Call) judge.Mark { return judge.Mark{At: l.ticks()} })
	l.replay = judge.NewReplay(l.Checker)
	r.layers[of] = l
	return l
}

// caller is the recorded place of a finding's call.
func (r *replay) caller(of layerOf, f judge.Finding) string {
	for _, p := range r.callers {
		if p.of == of && p.found.String() == f.String() {
			return p.found.Caller
		}
	}
	return ""
}

// take takes one entry. It skips the recorded findings: they are found again.
func (r *replay) take(e record.Entry) error {
	switch {
	case e.Opened != nil, e.Note != "":
		r.session.take(e)
	case e.Event != nil:
		l := r.layer(e)
		l.now = time.Time{}.Add(time.Duration(e.At))
		if err := l.replay.Take(*e.Event); err != nil {
			return err
		}
		r.show(l, *e.Event)
	case e.Ended != nil:
		l, of := r.layer(e), layerOf{e.Process, e.Layer}
		r.known(of, l)
		delete(r.layers, of)
		for _, f := range l.End() {
			if f.Count > 1 {
				f.Calls = nil
				r.session.take(record.Entry{Process: e.Process, Found: &f})
			}
		}
		r.session.take(record.Entry{Process: e.Process, Layer: e.Layer, Ended: l.sum()})
	}
	return nil
}
