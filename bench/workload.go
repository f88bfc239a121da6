package bench

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/pattern"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/replay"
	"github.com/ndconform/ndconform/reports/speed"
)

// A Workload is a program whose time is measured: the calls of a text, or of recordings.
type Workload struct {
	Name   string
	Tracks []replay.Track
	// planned are its figures, by their kinds; the first one is that of the whole.
	planned []speed.Measurement
	kinds   []string
}

// playLimit is how long a play may wait for anything, at a scale of 1, and playTime how long a round plays a workload
// again and again.
const (
	playLimit = 10 * time.Second
	playTime  = 100 * time.Millisecond
)

// A playing is one round of workloads.
type playing struct {
	Options
	Events
	ends  *ndclient.Ends
	timer *Timer
}

// Play is [Run] for workloads, on ends that the timer is around. Each is played once as replay does, to see that all
// comes as its text says, and then for its time.
func Play(ctx context.Context, ends *ndclient.Ends, t *Timer, list []Workload, o Options, e Events) ([]Sample, error) {
	patterns, err := pattern.Compile(o.Only)
	if err != nil {
		return nil, err
	}
	var planned []speed.Measurement
	for i := range list {
		if err := list[i].plan(ctx); err != nil {
			return nil, err
		}
		planned = append(planned, list[i].planned...)
	}
	wanted := func(name string) bool { return Selects(patterns, name) }
	e.Planned(slices.DeleteFunc(planned, func(m speed.Measurement) bool { return !wanted(m.Name) }))
	c := newCollector()
	defer c.stop()
	var samples []Sample
	r := &playing{o, e, ends, t}
	for _, w := range list {
		if !slices.ContainsFunc(w.planned, func(m speed.Measurement) bool { return wanted(m.Name) }) {
			continue
		}
		samples = append(samples, r.samples(ctx, w, c)...)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return slices.DeleteFunc(samples, func(s Sample) bool { return !wanted(s.Name) }), nil
}

// plan lists the figures of a workload: of the whole, and of each kind of calls that succeeds in it.
func (w *Workload) plan(ctx context.Context) error {
	w.add("whole", "whole")
	for _, t := range w.Tracks {
		err := t.Each(ctx, func(line recorded.Line) {
			object := recorded.KindOf(line.On)
			kind := kindOf(object, line.Method)
			if kind != "" && line.Request == "" && !line.Refused() && !slices.Contains(w.kinds, kind) {
				w.add(kind, object+"."+line.Method)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *Workload) add(kind, op string) {
	w.kinds = append(w.kinds, kind)
	w.planned = append(w.planned, speed.Measurement{
		Group: workloadGroup, Name: workloadGroup + "/" + w.Name + "/" + kind, Op: op, Workload: w.Name, Unit: perOp,
	})
}

// samples measures a workload. If it fails, so do all of its figures.
func (r *playing) samples(ctx context.Context, w Workload, c *collector) (list []Sample) {
	whole := w.planned[0].Name
	why := "its workload has failed"
	if !slices.Contains(r.Skip, whole) {
		r.Began(whole)
		processor, err := r.timed(ctx, w, c)
		if err == nil {
			return r.figures(w, processor)
		}
		why = err.Error()
	}
	if ctx.Err() == nil {
		for _, m := range w.planned {
			r.Failed(m.Name, why)
		}
	}
	return nil
}

// timed plays a workload: once as it is to be, and then as often as it takes to measure it.
func (r *playing) timed(ctx context.Context, w Workload, c *collector) (processor time.Duration, err error) {
	o := replay.Options{Limit: time.Duration(float64(playLimit) * cmp.Or(r.TimeoutScale, 1))}
	r.timer.alive = func() { r.Began(w.planned[0].Name) }
	r.timer.restart()
	if err := r.play(ctx, w, o); err != nil {
		return 0, err
	}
	r.timer.restart()
	o.Fast = true
	for spent := time.Duration(0); spent < cmp.Or(r.Sample, playTime); {
		c.collect()
		used, began := processorTime(), now()
		if err := r.play(ctx, w, o); err != nil {
			return 0, err
		}
		took := now() - began
		r.timer.note(w.kinds[0], took)
		processor += processorTime() - used
		spent += max(1, took)
	}
	return processor, nil
}

func (r *playing) play(ctx context.Context, w Workload, o replay.Options) error {
	result, err := replay.Play(ctx, r.ends, w.Tracks, o)
	switch n := len(result.Differences); {
	case err != nil:
		return err
	case result.Stopped != nil:
		return result.Stopped
	case n > 0:
		first := result.Differences[0]
		return fmt.Errorf("%s, first in line %d: %s, now %s", plural.Of(n, "difference"), first.Line.Number, first.Line.Call,
			first.Now)
	}
	return nil
}

// figures are the medians of what was timed.
func (r *playing) figures(w Workload, processor time.Duration) (list []Sample) {
	for i, m := range w.planned {
		h := r.timer.took[w.kinds[i]]
		if h == nil {
			r.Unsupported(m.Name, "no call of this kind succeeds in it")
			continue
		}
		s := Sample{
			Name: m.Name, Value: float64(h.ValueAtQuantile(50)), Operations: h.TotalCount(), Spread: spreadOf(h),
		}
		if i == 0 && !apart(r.ends.End[:]...) {
			s.Processor = processor.Seconds()
		}
		list = append(list, s)
	}
	return list
}
