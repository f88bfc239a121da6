package bench

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/pattern"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports/speed"
)

// timeLimit is the provider's time limit for anything, at a scale of 1.
const timeLimit = 2 * time.Second

// A run is one round of measurements.
type run struct {
	Options
	Events
	rig       *rig
	list      []Measurement
	collector *collector
}

// A prepared is a work, with what is known of its speed.
type prepared struct {
	*work
	// fastest is the shortest time of an operation so far, and latest the last: on a busy machine they
	// differ.
	fastest, latest time.Duration
	// length is the length of a sample.
	length time.Duration
	// worked says that operations have succeeded.
	worked bool
}

// Run takes each measurement once, in an order that depends on the round's number, and returns the
// samples. It does not close the ends. A process has one Run at a time. The error says why nothing could
// be measured, or why ctx is done.
func Run(ctx context.Context, ends *ndclient.Ends, o Options, e Events) ([]Sample, error) {
	patterns, err := pattern.Compile(o.Only)
	if err != nil {
		return nil, err
	}
	g := full()
	if o.Quick {
		g = quick()
	}
	g = g.with(o.Sizes)
	limit := time.Duration(float64(timeLimit) * cmp.Or(o.TimeoutScale, 1))
	r := &run{Options: o, Events: e}
	r.rig, err = newRig(ends, g.largest(), limit)
	defer r.rig.release()
	if err != nil {
		return nil, err
	}
	r.list = slices.DeleteFunc(newTable(r.rig, g), func(m Measurement) bool { return !Selects(patterns, m.Name) })
	var planned []speed.Measurement
	for _, m := range r.list {
		planned = append(planned, m.Measurement)
	}
	r.Planned(planned)
	r.collector = newCollector()
	defer r.collector.stop()
	return r.round(ctx)
}

// round takes the measurements, and last those that slow others down.
func (r *run) round(ctx context.Context) (samples []Sample, err error) {
	rng := rand.New(rand.NewPCG(3, uint64(r.Round)))
	for _, last := range []bool{false, true} {
		for _, i := range rng.Perm(len(r.list)) {
			m := r.list[i]
			if m.last != last || m.Unsupported != "" || slices.Contains(r.Skip, m.Name) {
				continue
			}
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			r.Began(m.Name)
			s, err := r.sample(m)
			if err == nil {
				samples = append(samples, s)
			} else if reason := unsupportedError(""); errors.As(err, &reason) {
				r.Unsupported(m.Name, string(reason))
			} else {
				r.Failed(m.Name, err.Error())
			}
		}
	}
	return samples, nil
}

// sample takes a measurement. After a failure its link is dropped, and others make a new one.
func (r *run) sample(m Measurement) (s Sample, err error) {
	r.collector.collect()
	w, err := m.open(r.rig)
	if err != nil {
		r.rig.relisten()
		return s, err
	}
	p := &prepared{work: w, length: cmp.Or(r.Sample, sampleTime)}
	if err = p.begin(m); err == nil {
		s, err = p.sample(m, !r.rig.apart())
	}
	if err != nil && p.worked && !w.holds {
		err = errors.New(err.Error()) // what has worked is supported
	}
	if w.close != nil {
		w.close()
	}
	if err != nil {
		r.rig.drop(w.link)
		r.rig.relisten()
	}
	return s, err
}

// relisten replaces the listener: requests of failed connections may wait at the old one.
func (r *rig) relisten() {
	s := r.side[1]
	next, f := ndclient.Create[nd2.Listener](s.Listener())
	if f != nil {
		return
	}
	address, f := s.Listen(next)
	if f != nil {
		next.Release()
		return
	}
	s.listener.Release()
	s.listener, s.address = next, address
}
