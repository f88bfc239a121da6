package html

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/traffic"
)

// watchedOf shows a program that was watched: what waited when it ended, and what it did.
func watchedOf(w *reports.Watched) document.Section {
	s := document.Section{ID: "program", Title: "Program", Blocks: []document.Block{{Note: w.Words()}}}
	if len(w.Waiting) > 0 {
		s.Blocks = append(s.Blocks, document.Block{Line: w.WaitingWords()}, document.Block{Table: waitsOf(w.Waiting)})
	}
	if w.More > 0 {
		s.Blocks = append(s.Blocks, document.Block{Note: frame.Number(w.More) + " more."})
	}
	if w.Traffic != nil {
		s.Blocks = append(s.Blocks, trafficOf(w.Traffic)...)
	}
	return s
}

func waitsOf(list []reports.Wait) *document.Table {
	t := &document.Table{
		Name: "What was under way when the program ended", Caption: true,
		Columns: document.Columns("What", "Object", "#For", "Called at", "What would have ended it"),
	}
	for _, w := range list {
		at := w.Place
		if w.Thread != 0 {
			at += fmt.Sprintf(" thread %d", w.Thread)
		}
		if w.Process != 0 {
			at += fmt.Sprintf(" process %d", w.Process)
		}
		ends := document.Cell{Text: w.Ends}
		if w.Breaks != "" {
			ends.Notes = append(ends.Notes, document.Cell{Verdict: reports.Fail, Text: w.Breaks})
		}
		if w.Likely != "" {
			ends.Notes = append(ends.Notes, document.Cell{Text: "Likely " + w.Likely + "."})
		}
		t.Add(document.Cell{Text: w.What, Notes: []document.Cell{{Text: w.Kind}}}, document.Code(w.On),
			frame.Duration(w.Seconds), document.Code(at), ends)
	}
	return t
}

func trafficOf(t *traffic.Traffic) []document.Block {
	blocks := []document.Block{{Note: frame.Numbers(fmt.Sprintf("%d polls, %d of them empty, took %d results.",
		t.Methods["IND2CompletionQueue::GetResults"].Count, t.EmptyPolls, t.Results))}}
	if len(t.Rates) > 0 {
		var requests, data []document.Datum
		for i, r := range t.Rates {
			at := float64(i) * t.Every
			requests = append(requests, document.Datum{X: at, Y: float64(r.Requests) / t.Every})
			data = append(data, document.Datum{X: at, Y: float64(r.Bytes) / (1 << 20) / t.Every})
		}
		blocks = append(blocks, document.Block{Plots: []document.Plot{
			document.OverTime("Requests", "requests/s", requests), document.OverTime("Data posted", "MiB/s", data),
		}})
	}
	for _, kind := range slices.Sorted(maps.Keys(t.Requests)) {
		r := t.Requests[kind]
		if r.Bytes > 0 && r.Sizes.Sum() > 0 {
			blocks = append(blocks, barsOf(kind+": bytes of a request", "Bytes", r.Sizes, bytesWords))
		}
		if r.Took.Sum() > 0 {
			blocks = append(blocks, barsOf(kind+": time until the result was taken", "Time", r.Took, timeWords))
		}
	}
	return append(blocks, document.Block{Table: queuesOf(t)}, document.Block{Table: methodsOf(t)})
}

func queuesOf(t *traffic.Traffic) *document.Table {
	queues := &document.Table{
		Name: "Queues, and how full the fullest one was", Caption: true, Class: "plot",
		Columns: document.Columns("Kind", "#Created", "~Places taken as a bar", "#Places taken at most", "#Places"),
	}
	for _, kind := range slices.Sorted(maps.Keys(t.Queues)) {
		q := t.Queues[kind]
		queues.Add(kind, q.Count, float64(q.Fullest)/float64(max(1, q.Depth)), int(q.Fullest), int(q.Depth))
	}
	return queues
}

func methodsOf(t *traffic.Traffic) *document.Table {
	methods := &document.Table{
		Name: "Methods, those first that took longest together", Caption: true,
		Columns: document.Columns("Method", "#Calls", "#Failed", "#Mean", "#Longest"),
	}
	for _, name := range t.Slowest() {
		m := t.Methods[name]
		methods.Add(name, int(m.Count), int(m.Failed), frame.Duration(m.Seconds/float64(max(1, m.Count))),
			frame.Duration(m.Longest))
	}
	return methods
}

// barsOf shows a histogram without the empty rows at its beginning.
func barsOf(caption, of string, h traffic.Histogram, words func(least, most uint64) string) document.Block {
	t := &document.Table{
		Name: caption, Caption: true, Class: "plot", Columns: document.Columns(of, "~Requests as a bar", "#Requests"),
	}
	most := slices.Max(h)
	for n := slices.IndexFunc(h, func(n uint64) bool { return n > 0 }); n < len(h); n++ {
		t.Add(words(traffic.Bounds(n)), float64(h[n])/float64(most), int(h[n]))
	}
	return document.Block{Table: t}
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
