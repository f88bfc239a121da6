package html

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/traffic"
)

// A watchedView is a program that was watched, as it is shown on the page.
type watchedView struct {
	Words string
	// WaitingWords say that something waited, Waiting is what, and More how much else.
	WaitingWords string
	Waiting      []waitView
	More         int
	Bars         []barsView
	Queues       []queuesView
	Plots        []plot
	Methods      []methodView
	Polls        string
	HasTraffic   bool
}

// A waitView is what was under way.
type waitView struct{ Kind, On, What, For, At, Ends, Likely, Breaks string }

// waits shows what was under way.
func (v *watchedView) waits(w *reports.Watched) {
	v.WaitingWords, v.More = w.WaitingWords(), w.More
	for _, wait := range w.Waiting {
		at := wait.Place
		if wait.Thread != 0 {
			at += fmt.Sprintf(" thread %d", wait.Thread)
		}
		if wait.Process != 0 {
			at += fmt.Sprintf(" process %d", wait.Process)
		}
		v.Waiting = append(v.Waiting, waitView{
			wait.Kind, printable.Short(wait.On, 40), printable.Short(wait.What, 200), frame.Duration(wait.Seconds),
			printable.Short(at, 200), wait.Ends, wait.Likely, wait.Breaks,
		})
	}
}

// A barsView is a histogram: a table with a bar in each row.
type barsView struct {
	Caption, Of string
	Rows        []barView
}

// A barView is a row. Width is the length of its bar, in percent of the longest.
type barView struct {
	Label, Count, Width string
}

type queuesView struct {
	Kind, Count, Fullest, Depth, Width string
}

type methodView struct {
	Name, Count, Failed, Each, Longest string
}

func watchedOf(run *reports.Run) *watchedView {
	if run.Watched == nil {
		return nil
	}
	v := &watchedView{Words: printable.Short(run.Watched.Words(), 1000)}
	v.waits(run.Watched)
	if t := run.Watched.Traffic; t != nil {
		v.HasTraffic = true
		v.traffic(t)
	}
	return v
}

func (v *watchedView) traffic(t *traffic.Traffic) {
	for _, kind := range slices.Sorted(maps.Keys(t.Requests)) {
		r := t.Requests[kind]
		name := printable.Short(kind, 40)
		if r.Bytes > 0 && r.Sizes.Sum() > 0 {
			v.Bars = append(v.Bars, barsOf(name+": bytes of a request", "Bytes", r.Sizes, bytesWords))
		}
		if r.Took.Sum() > 0 {
			v.Bars = append(v.Bars, barsOf(name+": time until the result was taken", "Time", r.Took, timeWords))
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(t.Queues)) {
		q := t.Queues[kind]
		v.Queues = append(v.Queues, queuesView{
			printable.Short(kind, 40), frame.Number(q.Count), frame.Number(int(q.Fullest)), frame.Number(int(q.Depth)),
			part(float64(q.Fullest) / float64(max(1, q.Depth))),
		})
	}
	if len(t.Rates) > 0 {
		v.Plots = []plot{
			rateOf("Requests", "requests/s", t, func(r traffic.Rate) float64 { return float64(r.Requests) }),
			rateOf("Data posted", "MiB/s", t, func(r traffic.Rate) float64 { return float64(r.Bytes) / (1 << 20) }),
		}
	}
	v.Polls = frame.Numbers(fmt.Sprintf("%d polls, %d of them empty, took %d results.",
		t.Methods["IND2CompletionQueue::GetResults"].Count, t.EmptyPolls, t.Results))
	for _, name := range t.Slowest() {
		m := t.Methods[name]
		v.Methods = append(v.Methods, methodView{
			printable.Short(name, 80), frame.Number(int(m.Count)), frame.Number(int(m.Failed)),
			frame.Duration(m.Seconds / float64(max(1, m.Count))), frame.Duration(m.Longest),
		})
	}
}

// barsOf shows a histogram without the empty rows at its ends.
func barsOf(caption, of string, h traffic.Histogram, words func(least, most uint64) string) barsView {
	v := barsView{Caption: caption, Of: of}
	first := slices.IndexFunc(h, func(n uint64) bool { return n > 0 })
	most := slices.Max(h)
	for n := first; n < len(h); n++ {
		v.Rows = append(v.Rows, barView{
			words(traffic.Bounds(n)), frame.Number(int(h[n])), part(float64(h[n]) / float64(most)),
		})
	}
	return v
}

func bytesWords(least, most uint64) string {
	if least == most {
		return frame.Number(int(least))
	}
	return frame.Number(int(least)) + " to " + frame.Number(int(most))
}

func timeWords(_, most uint64) string {
	const microsecond = 1000
	if most < microsecond {
		return fmt.Sprintf("up to %d ns", most+1)
	}
	return "up to " + frame.Duration(float64(most+1)/1e9)
}

// rateOf draws a rate over time.
func rateOf(title, unit string, t *traffic.Traffic, of func(traffic.Rate) float64) plot {
	points := make([]point, len(t.Rates))
	for i, r := range t.Rates {
		points[i] = point{float64(i) * t.Every, of(r) / t.Every}
	}
	return plotOf(title, unit, points)
}
