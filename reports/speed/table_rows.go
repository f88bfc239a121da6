package speed

import (
	"slices"
	"strconv"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
)

// acrossMost is how many values may stand side by side.
const acrossMost = 5

// acrossOf returns the key whose values are the columns of a table: windows for bandwidth, batches for rates. It
// has none if there are many values, or if most cells would be empty.
func acrossOf(group string, of []*Measurement, vary []key) (k key, has bool) {
	switch group {
	case "bandwidth":
		k = windowKey
	case "rate":
		k = batchKey
	default:
		return k, false
	}
	values, rows := map[int]bool{}, map[string]bool{}
	for _, m := range of {
		values[k.value(m)] = true
		row := ""
		for _, other := range vary {
			if other.head != k.head {
				row += other.words(m) + "/"
			}
		}
		rows[row] = true
	}
	return k, len(values) > 1 && len(values) <= acrossMost && 3*len(of) > 2*len(values)*len(rows)
}

// pivot fills a table whose columns are the values of a key.
func (t *Table) pivot(of []*Measurement, vary []key, rank map[*Measurement][]int, across key) {
	var values []int
	for _, m := range of {
		if v := across.value(m); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	for _, v := range values {
		t.Columns = append(t.Columns, document.Column{Head: across.head + " " + strconv.Itoa(v), Number: true})
	}
	var last *Measurement
	for _, m := range of {
		if last == nil || !slices.Equal(rank[last], rank[m]) {
			row := document.Row{Cells: make([]document.Cell, len(t.Columns))}
			for i, k := range vary {
				row.Cells[i].Text = k.words(m)
			}
			t.Rows = append(t.Rows, row)
		}
		last = m
		row := &t.Rows[len(t.Rows)-1]
		column := t.keys + slices.Index(values, across.value(m))
		row.Cells[column].Text = figure(m)
		for _, n := range t.notes(m) {
			n.Text = across.head + " " + across.words(m) + ": " + n.Text
			row.Remarks = append(row.Remarks, n)
		}
	}
}

// figure is a median and how far it may be off.
func figure(m *Measurement) string {
	if len(m.Samples) == 0 {
		return "–"
	}
	return m.Value(m.Median) + " ±" + Percent(m.Uncertainty())
}

// Notes say why a measurement has no figure, or an unreliable one.
func (m *Measurement) Notes() []document.Remark {
	return slices.DeleteFunc([]document.Remark{
		{Verdict: reports.Fail, Kind: "failed", Text: m.Failed},
		{Verdict: reports.Warn, Kind: "unstable", Text: m.Unstable},
		{Verdict: reports.Unsupported, Kind: "unsupported", Text: m.Unsupported},
	}, func(n document.Remark) bool { return n.Text == "" })
}

// notes are those of a row.
func (t *Table) notes(m *Measurement) []document.Remark {
	return slices.DeleteFunc(m.Notes(), func(n document.Remark) bool {
		return n.Kind == "unstable" && t.noisy && m.Uncertainty() > unsteady
	})
}

// measured are the columns of a table that is no pivot. One in which no row has anything is left out.
var measured = []struct {
	head string
	cell func(*Measurement) string
}{
	{"median", func(m *Measurement) string { return m.Value(m.Median) }},
	{"±", func(m *Measurement) string { return Percent(m.Uncertainty()) }},
	{"p50", spread(func(s *Spread) float64 { return s.P50 })},
	{"p90", spread(func(s *Spread) float64 { return s.P90 })},
	{"p99", spread(func(s *Spread) float64 { return s.P99 })},
	{"p99.9", spread(func(s *Spread) float64 { return s.P999 })},
	{"max", spread(func(s *Spread) float64 { return s.Max })},
	{"CPU/op", func(m *Measurement) string {
		if m.Processor <= 0 || m.Operations <= 0 {
			return ""
		}
		return Time(m.Processor / float64(m.Operations) * 1e9)
	}},
}

func spread(of func(*Spread) float64) func(*Measurement) string {
	return func(m *Measurement) string {
		if m.Spread == nil || m.Spread.Count == 0 {
			return ""
		}
		return Time(of(m.Spread))
	}
}

// list fills a table with a row for each measurement.
func (t *Table) list(of []*Measurement, vary []key) {
	t.Rows = make([]document.Row, len(of))
	for i, m := range of {
		t.Rows[i].Remarks = t.notes(m)
		for _, k := range vary {
			t.Rows[i].Cells = append(t.Rows[i].Cells, document.Cell{Text: k.words(m)})
		}
	}
	for _, c := range measured {
		if t.Group == "control" && slices.Contains([]string{"p50", "p90", "p99.9"}, c.head) {
			continue // for hardly any call has them
		}
		cells, any := make([]string, len(of)), false
		for i, m := range of {
			if len(m.Samples) > 0 {
				cells[i] = c.cell(m)
			}
			any = any || cells[i] != ""
		}
		if !any {
			continue
		}
		t.Columns = append(t.Columns, document.Column{Head: c.head, Number: true})
		for i := range t.Rows {
			t.Rows[i].Cells = append(t.Rows[i].Cells, document.Cell{Text: cells[i]})
		}
	}
}
