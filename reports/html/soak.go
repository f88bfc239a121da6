package html

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

// A soakView is a soak as it is shown on the page.
type soakView struct {
	Words  string
	Plots  []plot
	Trends []trendView
}

// A trendView is a row of the table of trends.
type trendView struct {
	What, Each, Count string
	Samples           int
	Verdict           reports.Verdict
	Words             string
}

// A plot draws a value over time, in a box of 360 by 200. Values and Times are the marks of its axes, in
// Unit and TimeUnit; numbers are those of SVG.
type plot struct {
	Title, Words           string
	Unit, TimeUnit, Points string
	Values, Times          []plotMark
}

// A plotMark is a label at an axis, at a place along it.
type plotMark struct{ Label, At string }

// The part of a plot's box that has the line, in units of SVG.
const (
	plotLeft, plotRight = 48.0, 348.0
	plotTop, plotBottom = 24.0, 172.0
)

func soakOf(s *reports.Soak) *soakView {
	v := &soakView{}
	words := fmt.Sprintf("%s lived throughout, and carried %s with %d MiB, which were compared.",
		plural.Of(s.Pairs, "connection"), plural.Of(s.Messages, "request"), s.Bytes>>20)
	if made := madeWords(s.Made); made != "" {
		words += " Beside them came and went " + made + "."
	}
	v.Words = frame.Numbers(words)
	for _, p := range []struct {
		title, unit string
		of          func(reports.SoakSample) float64
	}{
		{"Memory", "MiB", func(s reports.SoakSample) float64 { return float64(s.Memory) / (1 << 20) }},
		{"Handles", "handles", func(s reports.SoakSample) float64 { return float64(s.Handles) }},
		{"A message and its answer", "µs", func(s reports.SoakSample) float64 { return s.Latency * 1e6 }},
	} {
		points := make([]point, len(s.Samples))
		for i, sample := range s.Samples {
			points[i] = point{sample.Seconds, p.of(sample)}
		}
		v.Plots = append(v.Plots, plotOf(p.title, p.unit, points))
	}
	for _, t := range s.Trends {
		row := trendView{
			What: printable.Short(t.What+" per "+t.Per, 80), Each: t.Slope(),
			Count: frame.Numbers(fmt.Sprint(t.Count)), Samples: t.Samples,
		}
		row.Verdict, row.Words = t.Shows()
		v.Trends = append(v.Trends, row)
	}
	return v
}

func madeWords(made map[string]int) string {
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(made)) {
		parts = append(parts, plural.Of(made[what], what))
	}
	return strings.Join(parts, ", ")
}

// A point is a value at a time, in seconds.
type point struct{ seconds, value float64 }

// plotOf draws the vertical axis from 0, so that a slope looks as steep as it is.
func plotOf(title, unit string, samples []point) plot {
	p := plot{Title: title, Words: "No samples were taken."}
	if len(samples) == 0 {
		return p
	}
	most, until := 0.0, samples[len(samples)-1].seconds
	for _, s := range samples {
		most, until = max(most, s.value), max(until, s.seconds)
	}
	values := frame.NewAxis(most, unit)
	times, second := frame.NewTimeAxis(until)
	p.Unit, p.TimeUnit = values.Unit, times.Unit
	for _, t := range values.Ticks {
		p.Values = append(p.Values, plotMark{t.Label, fmt.Sprintf("%.1f", plotBottom-(plotBottom-plotTop)*t.At)})
	}
	for _, t := range times.Ticks {
		p.Times = append(p.Times, plotMark{t.Label, fmt.Sprintf("%.1f", plotLeft+(plotRight-plotLeft)*t.At)})
	}
	var points []string
	for _, s := range samples {
		x := plotLeft + (plotRight-plotLeft)*s.seconds/second/times.Most
		points = append(points, fmt.Sprintf("%.1f,%.1f", x, plotBottom-(plotBottom-plotTop)*s.value/values.Most))
	}
	first, last := samples[0].value, samples[len(samples)-1].value
	p.Points = strings.Join(points, " ")
	p.Words = fmt.Sprintf("%s: %s %s at first, %s in the end, %s at most, over %s.",
		title, frame.Figure(first), unit, frame.Figure(last), frame.Figure(most), frame.Duration(until))
	return p
}
