package reports

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/reports/frame"
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
	Verdict           Verdict
	Words             string
}

// A plot draws a value over time. Points are those of a polyline in a box of
// plotWidth by plotHeight; Most is the value at its upper edge, and Until the time
// at its right edge.
type plot struct {
	Title, Points, Most, Least, Until string
	Words                             string
}

// The box of a plot, in units of SVG.
const (
	plotWidth  = 600
	plotHeight = 160
)

func soakOf(s *Soak) *soakView {
	v := &soakView{}
	words := fmt.Sprintf("%s lived throughout, and carried %s with %d MiB, which were compared.", amount(s.Pairs, "connection"), amount(s.Messages, "request"), s.Bytes>>20)
	if made := madeWords(s.Made); made != "" {
		words += " Beside them came and went " + made + "."
	}
	v.Words = frame.Numbers(words)
	for _, p := range []struct {
		title, unit string
		of          func(SoakSample) float64
	}{
		{"Memory", "MiB", func(s SoakSample) float64 { return float64(s.Memory) / (1 << 20) }},
		{"Handles", "handles", func(s SoakSample) float64 { return float64(s.Handles) }},
		{"A message and its answer", "µs", func(s SoakSample) float64 { return s.Latency * 1e6 }},
	} {
		v.Plots = append(v.Plots, plotOf(p.title, p.unit, s.Samples, p.of))
	}
	for _, t := range s.Trends {
		row := trendView{What: short(t.What+" per "+t.Per, 80), Each: t.slope(), Count: frame.Numbers(fmt.Sprint(t.Count)), Samples: t.Samples, Verdict: Pass, Words: "flat"}
		if t.Leak {
			row.Verdict, row.Words = Fail, "leak"
		}
		v.Trends = append(v.Trends, row)
	}
	return v
}

func madeWords(made map[string]int) string {
	var parts []string
	for _, what := range sortedKeys(made) {
		parts = append(parts, amount(made[what], what))
	}
	return strings.Join(parts, ", ")
}

// plotOf draws the vertical axis from 0, so that a slope looks as steep as it is.
func plotOf(title, unit string, samples []SoakSample, of func(SoakSample) float64) plot {
	p := plot{Title: title, Words: "No samples were taken."}
	if len(samples) == 0 {
		return p
	}
	most, until := 0.0, samples[len(samples)-1].Seconds
	for _, s := range samples {
		most = max(most, of(s))
	}
	var points []string
	for _, s := range samples {
		points = append(points, fmt.Sprintf("%.1f,%.1f", plotWidth*s.Seconds/max(until, 1e-9), plotHeight*(1-of(s)/max(most, 1e-9))))
	}
	first, last := of(samples[0]), of(samples[len(samples)-1])
	p.Points, p.Most, p.Least, p.Until = strings.Join(points, " "), frame.Figure(most)+" "+unit, "0", duration(until)
	p.Words = fmt.Sprintf("%s: %s %s at first, %s in the end, %s at most, over %s.", title, frame.Figure(first), unit, frame.Figure(last), frame.Figure(most), duration(until))
	return p
}
