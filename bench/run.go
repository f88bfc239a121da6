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

// timeLimit is how long a provider may take for anything, at a scale of 1.
const timeLimit = 2 * time.Second

// A run carries out measurements in rounds.
type run struct {
	Options
	Events
	rig   *rig
	list  []Measurement
	works map[string]*prepared
	gone  map[string]bool
	rng   *rand.Rand
	start time.Time
}

// A prepared is a work with what is known of how long it takes.
type prepared struct {
	*work
	// fastest is how long an operation has taken where that was shortest, and latest how long it took
	// last: on a busy machine they differ.
	fastest, latest time.Duration
	// length is how long a sample takes.
	length time.Duration
}

// Run measures the ends, which it does not close, until the time is up or ctx is done. The error says
// what kept it from measuring anything.
func Run(ctx context.Context, ends *ndclient.Ends, o Options, e Events) error {
	patterns, err := pattern.Compile(o.Only)
	if err != nil {
		return err
	}
	g := full()
	if o.Quick {
		g = quick()
	}
	g = g.with(o.Sizes)
	limit := time.Duration(float64(timeLimit) * cmp.Or(o.TimeoutScale, 1))
	r := &run{
		Options: o, Events: e, works: map[string]*prepared{}, gone: map[string]bool{},
		rng: rand.New(rand.NewPCG(3, uint64(o.From.Rounds[0]))), start: time.Now(),
	}
	r.rig, err = newRig(ends, g.largest(), limit)
	defer r.close()
	if err != nil {
		return err
	}
	for _, name := range o.Skip {
		r.gone[name] = true
	}
	r.list = slices.DeleteFunc(newTable(r.rig, g), func(m Measurement) bool { return !Selects(patterns, m.Name) })
	r.plan()
	return r.rounds(ctx)
}

// plan tells of the measurements.
func (r *run) plan() {
	var list []speed.Measurement
	for _, m := range r.list {
		list = append(list, m.Measurement)
		if m.Unsupported != "" {
			r.gone[m.Name] = true
		}
	}
	r.Planned(list)
}

// rounds measures most measurements, and then the last ones in as many rounds.
func (r *run) rounds(ctx context.Context) error {
	at := r.From
	if !at.Last {
		share := float64(r.count(false)) / float64(max(1, len(r.list)))
		end := r.start.Add(time.Duration(float64(r.For) * share))
		for r.count(false) > 0 && r.goOn(ctx, at.Rounds[0], end) {
			if samples := r.round(ctx, false); ctx.Err() == nil {
				at.Rounds[0]++
				r.Round(Round{at, samples})
			}
		}
		at.Last = true
	}
	rounds := at.Rounds[0]
	for r.count(true) > 0 && ctx.Err() == nil && (at.Rounds[1] < rounds || r.alone() && r.goOn(ctx, at.Rounds[1],
		r.start.Add(r.For))) {
		if samples := r.round(ctx, true); ctx.Err() == nil {
			at.Rounds[1]++
			r.Round(Round{at, samples})
		}
	}
	return nil
}

// alone reports whether there are none but the last ones.
func (r *run) alone() bool {
	return !slices.ContainsFunc(r.list, func(m Measurement) bool { return !m.last })
}

// goOn reports whether another round is to come after so many, where the next takes as long as those
// before.
func (r *run) goOn(ctx context.Context, rounds int, end time.Time) bool {
	own := rounds - r.From.Rounds[0]
	took := time.Since(r.start) / time.Duration(max(1, own))
	return ctx.Err() == nil && (rounds < leastRounds || time.Now().Add(took).Before(end))
}

// count counts the measurements that are taken.
func (r *run) count(last bool) (n int) {
	for _, m := range r.list {
		if m.last == last && !r.gone[m.Name] {
			n++
		}
	}
	return n
}

// round takes each measurement once, in another order than the round before.
func (r *run) round(ctx context.Context, last bool) (samples []Sample) {
	for _, i := range r.rng.Perm(len(r.list)) {
		m := r.list[i]
		if m.last != last || r.gone[m.Name] || ctx.Err() != nil {
			continue
		}
		r.Began(m.Name)
		s, err := r.sample(m)
		if err == nil {
			samples = append(samples, s)
			continue
		}
		r.gone[m.Name] = true
		if reason := unsupportedError(""); errors.As(err, &reason) {
			r.Unsupported(m.Name, string(reason))
			continue
		}
		r.Failed(m.Name, err.Error())
		r.abandon(m.Name)
	}
	return samples
}

// abandon gives up what a measurement has failed on. Others that used it make it anew.
func (r *run) abandon(name string) {
	p := r.works[name]
	if p == nil {
		r.rig.relisten()
		return
	}
	delete(r.works, name)
	if p.close != nil {
		p.close()
	}
	r.rig.drop(p.link)
	r.rig.relisten()
}

// sample takes one.
func (r *run) sample(m Measurement) (s Sample, err error) {
	p, err := r.prepare(m)
	if err != nil {
		return s, err
	}
	return p.sample(m, !r.rig.apart())
}

// prepare sets a measurement up when it is first taken, or when what it used is broken.
func (r *run) prepare(m Measurement) (*prepared, error) {
	if p := r.works[m.Name]; p != nil {
		if p.link == nil || !p.link.broken {
			return p, nil
		}
		if p.close != nil {
			p.close()
		}
		delete(r.works, m.Name)
	}
	w, err := m.open(r.rig)
	if err != nil {
		return nil, err
	}
	p := &prepared{work: w, length: cmp.Or(r.Sample, sampleTime)}
	r.works[m.Name] = p
	return p, p.begin(m)
}

func (r *run) close() {
	for _, p := range r.works {
		if p.close != nil {
			p.close()
		}
	}
	r.rig.release()
}

// relisten replaces the listener: requests for connections that have failed may wait at the old one.
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
