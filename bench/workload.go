package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/pattern"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
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

// Play is [Run] for workloads, on ends that the timer is around. Each is played once as replay does, to see that all
// comes as its text says, and then for its time.
func Play(ctx context.Context, ends *ndclient.Ends, t *Timer, list []Workload, o Options, e Events) ([]Sample, error) {
	patterns, err := pattern.Compile(o.Only)
	if err != nil {
		return nil, err
	}
	unwanted := func(m speed.Measurement) bool { return !Selects(patterns, m.Name) }
	var planned []speed.Measurement
	for i := range list {
		if err := list[i].plan(ctx); err != nil {
			return nil, err
		}
		planned = append(planned, list[i].planned...)
	}
	e.Planned(slices.DeleteFunc(planned, unwanted))
	r := &run{Options: o, Events: e, collector: newCollector()}
	defer r.collector.stop()
	var samples []Sample
	for _, w := range list {
		if len(slices.DeleteFunc(slices.Clone(w.planned), unwanted)) > 0 {
			samples = append(samples, r.play(ctx, ends, t, w)...)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return samples, nil
}

// plan lists the figures of a workload: of the whole, and of each kind of calls that succeeds in it.
func (w *Workload) plan(ctx context.Context) (err error) {
	w.add("whole", "whole")
	for _, t := range w.Tracks {
		err = errors.Join(err, t.Each(ctx, func(line recorded.Line) {
			object := recorded.KindOf(line.On)
			kind := kindOf(object, line.Method)
			if kind != "" && line.Request == "" && !line.Refused() && !slices.Contains(w.kinds, kind) {
				w.add(kind, object+"."+line.Method)
			}
		}))
	}
	return err
}

func (w *Workload) add(kind, op string) {
	w.kinds = append(w.kinds, kind)
	w.planned = append(w.planned, speed.Measurement{
		Group: workloadGroup, Name: workloadGroup + "/" + w.Name + "/" + kind, Op: op, Workload: w.Name,
		Unit: speed.Nanoseconds,
	})
}

// play measures a workload. If it fails, so do all of its figures.
func (r *run) play(ctx context.Context, ends *ndclient.Ends, t *Timer, w Workload) (list []Sample) {
	err := errors.New("its workload has failed")
	var used time.Duration
	if whole := w.planned[0].Name; !slices.Contains(r.Skip, whole) {
		r.Began(whole)
		used, err = r.timed(ctx, ends, t, w)
	}
	took := t.times()
	for i, m := range w.planned {
		h := took[w.kinds[i]]
		switch {
		case ctx.Err() != nil:
		case err != nil:
			r.Failed(m.Name, err.Error())
		case h == nil:
			r.Unsupported(m.Name, "no call of this kind succeeds in it")
		default:
			list = append(list, Sample{
				Name: m.Name, Value: float64(h.ValueAtQuantile(50)), Operations: h.TotalCount(), Spread: spreadOf(h),
			})
		}
	}
	if len(list) > 0 && !apart(ends.End[:]...) {
		list[0].Processor = used.Seconds()
	}
	return list
}

// timed plays a workload: once as it is to be, and then as often as it takes to measure it.
func (r *run) timed(ctx context.Context, ends *ndclient.Ends, t *Timer, w Workload) (used time.Duration, err error) {
	o := replay.Options{Limit: time.Duration(float64(playLimit) * cmp.Or(r.TimeoutScale, 1))}
	err = w.play(ctx, ends, o)
	t.times()
	o.Fast = true
	for spent := time.Duration(0); err == nil && spent < cmp.Or(r.Sample, playTime); {
		r.collector.collect()
		processor, began := timeout.ProcessorTime(), now()
		err = w.play(ctx, ends, o)
		took := max(1, now()-began)
		t.note(w.kinds[0], nd2.Success, took)
		used, spent = used+timeout.ProcessorTime()-processor, spent+took
	}
	return used, err
}

func (w *Workload) play(ctx context.Context, ends *ndclient.Ends, o replay.Options) error {
	result, err := replay.Play(ctx, ends, w.Tracks, o)
	if n := len(result.Differences); err == nil && result.Stopped == nil && n > 0 {
		d := result.Differences[0]
		return fmt.Errorf("%s, first in line %d: %s, now %s", plural.Of(n, "difference"), d.Line.Number, d.Line.Call, d.Now)
	}
	if err == nil && result.Stopped != nil {
		return result.Stopped
	}
	return err
}
