package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/speed"
)

// An axis is what measurements vary along one.
type axis struct {
	title string
	value func(*speed.Measurement) int
	label func(float64) string
}

func plain(v float64) string { return frame.Number(int(v)) }

func sizeLabel(v float64) string { return speed.Size(int(v)) }

var (
	sizes       = axis{"size", func(m *speed.Measurement) int { return m.Size }, sizeLabel}
	windows     = axis{"window", func(m *speed.Measurement) int { return m.Window }, plain}
	queuePairs  = axis{"queue pairs", func(m *speed.Measurement) int { return m.QueuePairs }, plain}
	batches     = axis{"batch", func(m *speed.Measurement) int { return m.Batch }, plain}
	connections = axis{"connections", func(m *speed.Measurement) int { return m.Connections }, plain}
	axesOf      = []axis{sizes, windows, queuePairs, batches, connections}
)

const (
	fewest     = 3  // points of a line
	seriesMost = 14 // lines of a plot
)

// plotsOf returns the plots of a group.
func plotsOf(r *speed.Report, group string) []document.Plot {
	var of []*speed.Measurement
	for i := range r.Measurements {
		if m := &r.Measurements[i]; m.Group == group && len(m.Samples) > 0 && m.Median > 0 {
			of = append(of, m)
		}
	}
	switch group {
	case "latency":
		return latencies(of)
	case "bandwidth":
		return slices.Concat(byOp(of, "Bandwidth of %s", sizes, rising), both(of, "Bandwidth by window", windows, rising))
	case "rate":
		return slices.Concat(both(of, "Messages by queue pairs", queuePairs, rising),
			both(of, "Messages by batch", batches, rising))
	case "scaling":
		return both(of, "Cost of a message by connections", connections, rising)
	case "control":
		return both(of, "Calls by size", sizes, logTimes)
	}
	return nil
}

// An upright is the scale at the left of some lines.
type upright func([]document.Series, *document.Plot) document.Scale

// byOp draws a plot for each op.
func byOp(of []*speed.Measurement, title string, along axis, y upright) []document.Plot {
	var plots []document.Plot
	for _, op := range opsOf(of) {
		those := slices.DeleteFunc(slices.Clone(of), func(m *speed.Measurement) bool { return m.Op != op })
		list := seriesOf(those, along, false)
		if len(list) > 0 {
			plots = append(plots, drawn(fmt.Sprintf(title, printable.Short(op, 40)), list, along, those[0], y))
		}
	}
	return plots
}

// both draws one plot with the lines of all ops.
func both(of []*speed.Measurement, title string, along axis, y upright) []document.Plot {
	list := seriesOf(of, along, len(opsOf(of)) > 1)
	if len(list) == 0 {
		return nil
	}
	return []document.Plot{drawn(title, list, along, of[0], y)}
}

func opsOf(of []*speed.Measurement) (ops []string) {
	for _, m := range of {
		if !slices.Contains(ops, m.Op) {
			ops = append(ops, m.Op)
		}
	}
	return ops
}

// seriesOf returns the lines along an axis: measurements that are the same in all else and in the unit. Lines of
// few points are left out.
func seriesOf(of []*speed.Measurement, along axis, named bool) []document.Series {
	var names []string
	lines := map[string][]*speed.Measurement{}
	for _, m := range of {
		if along.value(m) <= 0 || m.Unit != of[0].Unit {
			continue
		}
		name := strings.Join(partsOf(m, along, named), "\x00")
		if lines[name] == nil {
			names = append(names, name)
		}
		lines[name] = append(lines[name], m)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return len(lines[name]) < fewest })
	names = names[:min(len(names), seriesMost)]
	var parts [][]string
	for _, name := range names {
		parts = append(parts, partsOf(lines[name][0], along, named))
	}
	var list []document.Series
	for i, name := range names {
		own := slices.DeleteFunc(slices.Clone(parts[i]), func(part string) bool { return inAll(parts, part) })
		s := document.Series{Label: printable.Short(cmp.Or(strings.Join(own, ", "), opposite(parts)), 60)}
		for _, part := range parts[i] {
			if inAll(parts, part) {
				s.Same = append(s.Same, part)
			}
		}
		for _, m := range lines[name] {
			s.Data = append(s.Data, datumOf(m, along))
		}
		slices.SortStableFunc(s.Data, func(a, b document.Datum) int { return cmp.Compare(a.X, b.X) })
		list = append(list, s)
	}
	return list
}

// inAll reports whether all lines have a part of a name, which then needs not be said of each.
func inAll(lists [][]string, part string) bool {
	return !slices.ContainsFunc(lists, func(list []string) bool { return !slices.Contains(list, part) })
}

// opposite names the line that has nothing which others do not have.
func opposite(lists [][]string) string {
	for _, list := range lists {
		switch {
		case slices.Contains(list, "both-ways"):
			return "one way"
		case slices.Contains(list, "srq"):
			return "without srq"
		}
	}
	return "plain"
}

// partsOf says what a line is of, apart from what its plot says.
func partsOf(m *speed.Measurement, along axis, named bool) []string {
	var parts []string
	if named {
		parts = append(parts, m.Op)
	}
	if m.Wait != "" {
		parts = append(parts, speed.WaitWords(m.Wait))
	}
	parts = append(parts, m.Flags...)
	for _, a := range axesOf {
		if v := a.value(m); v > 0 && a.title != along.title {
			parts = append(parts, strings.TrimPrefix(a.title+" ", "size ")+a.label(float64(v)))
		}
	}
	return parts
}

func datumOf(m *speed.Measurement, along axis) document.Datum {
	at := float64(along.value(m))
	s := document.Datum{X: at, Y: m.Median, Title: along.label(at) + ": " + m.Value(m.Median)}
	if d := m.Spread; d != nil && d.Count > 0 {
		s.Above = []float64{max(d.P90, m.Median), max(d.P99, m.Median), max(d.P999, m.Median)}
		s.Title += fmt.Sprintf("; p90 %s, p99 %s, p99.9 %s", speed.Time(d.P90), speed.Time(d.P99), speed.Time(d.P999))
	}
	return s
}

// drawn draws lines of the unit of m.
func drawn(title string, list []document.Series, along axis, m *speed.Measurement, y upright) document.Plot {
	p := document.Plot{Box: document.Small, Title: title, Same: sameOf(list)}
	p.X.Title, p.Y.Title = along.title, unitOf(m)
	var xs []float64
	for _, s := range list {
		for _, one := range s.Data {
			xs = append(xs, one.X)
		}
	}
	p.Draw(list, document.Steps(xs, along.label), y(list, &p))
	first, last := list[0].Data[0], list[0].Data[len(list[0].Data)-1]
	p.Words = fmt.Sprintf("%s. %s: from %s to %s. The tables below have all figures.", title, list[0].Label,
		first.Title, last.Title)
	return p
}

// sameOf says what all lines of a plot have in common.
func sameOf(list []document.Series) string {
	return printable.Short(strings.Join(list[0].Same, ", "), 100)
}

// unitOf is the unit before its axis has chosen a prefix.
func unitOf(m *speed.Measurement) string {
	switch {
	case m.Unit == speed.Nanoseconds:
		return "ns"
	case m.Unit == speed.BytesPerSec:
		return "B/s"
	case m.Group == "control":
		return "/s"
	}
	return "msg/s"
}

// highest is the largest value of lines, and lowest the smallest; with percentiles if there are bands.
func bounds(list []document.Series) (lowest, highest float64) {
	lowest = math.Inf(1)
	for _, s := range list {
		for _, one := range s.Data {
			lowest, highest = min(lowest, one.Y), max(highest, one.Y)
			if s.Banded {
				highest = max(highest, one.Above[len(one.Above)-1])
			}
		}
	}
	return lowest, highest
}

// rising is a scale from 0, with a prefix to the plot's unit that suits the largest value.
func rising(list []document.Series, p *document.Plot) document.Scale {
	_, most := bounds(list)
	prefixes := []string{"", "k", "M", "G", "T"}
	if p.Y.Title == "ns" {
		prefixes = []string{"ns", "µs", "ms", "s"}
		p.Y.Title = ""
	}
	unit, at := 1.0, 0
	for at < len(prefixes)-1 && most/unit >= 1000 {
		unit, at = unit*1000, at+1
	}
	p.Y.Title = prefixes[at] + p.Y.Title
	return document.Linear(most, unit)
}

// logTimes is a logarithmic scale, whose labels have their units.
func logTimes(list []document.Series, p *document.Plot) document.Scale {
	least, most := bounds(list)
	p.Y.Title = "time"
	return document.Logarithmic(least, most, timeLabel)
}

// timeLabel writes the value of a mark.
func timeLabel(ns float64) string {
	for _, u := range []struct {
		unit string
		of   float64
	}{{" s", 1e9}, {" ms", 1e6}, {" µs", 1e3}} {
		if ns >= u.of*0.9999 {
			return strconv.FormatFloat(ns/u.of, 'g', 3, 64) + u.unit
		}
	}
	return strconv.FormatFloat(ns, 'g', 3, 64) + " ns"
}
