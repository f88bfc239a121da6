package document

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports/frame"
)

// A Datum is a point of a series: a value at a place, its words, and percentiles above it, if there are any.
type Datum struct {
	X, Y  float64
	Title string
	Above []float64
}

// A Series is a line before it is drawn. Same is what it has in common with the others of its plot. If it is banded,
// what is between its percentiles is filled.
type Series struct {
	Label  string
	Same   []string
	Data   []Datum
	Banded bool
}

// A Scale says where values are, as a part of an axis, and labels it.
type Scale struct {
	At    func(float64) float64
	Ticks []frame.Tick
}

// Linear is a scale from 0, so that lengths are as they look; unit divides values for the labels.
func Linear(most, unit float64) Scale {
	a := frame.NewAxis(most/unit, "")
	return Scale{func(v float64) float64 { return v / unit / a.Most }, a.Ticks}
}

// Logarithmic is a scale of values above 0.
func Logarithmic(least, most float64, label func(float64) string) Scale {
	a := frame.NewLogAxis(least, most, label)
	return Scale{a.At, a.Ticks}
}

// Steps has the values that occur as marks, on a logarithmic scale; where there are many, each second or third.
func Steps(values []float64, label func(float64) string) Scale {
	const most = 6
	values = slices.Compact(slices.Sorted(slices.Values(values)))
	least, last := values[0], values[len(values)-1]
	s := Scale{At: func(v float64) float64 {
		if last <= least {
			return 0.5
		}
		return math.Log(v/least) / math.Log(last/least)
	}}
	every := (len(values) + most - 2) / (most - 1)
	for i := 0; i < len(values); i += max(every, 1) {
		s.Ticks = append(s.Ticks, frame.Tick{Label: label(values[i]), At: s.At(values[i])})
	}
	return s
}

// Axes labels the axes at the left and below.
func (p *Plot) Axes(x, y Scale) {
	p.X.Labels, p.Y.Labels = Labels(x.Ticks, p.XAt), Labels(y.Ticks, p.YAt)
}

const (
	kinds    = 7  // of lines; further ones begin anew
	dotsMost = 60 // points up to which a line has marks
)

// Draw adds a line for each series, and its bands below the lines.
func (p *Plot) Draw(list []Series, x, y Scale) {
	p.Axes(x, y)
	for i, s := range list {
		l, shape := Line{Class: fmt.Sprintf("line-%d", i%kinds)}, Shapes[i%len(Shapes)]
		var points []string
		for _, at := range s.Data {
			px, py := Place(p.XAt(x.At(at.X))), Place(p.YAt(y.At(at.Y)))
			points = append(points, px+","+py)
			if len(s.Data) <= dotsMost {
				l.Marks = append(l.Marks, Dot{X: px, Y: py, Title: at.Title, Shape: shape})
			}
		}
		l.Points = strings.Join(points, " ")
		p.Lines = append(p.Lines, l)
		if len(list) > 1 {
			p.Legend = append(p.Legend, Key{l.Class, s.Label, shape})
		}
		if s.Banded {
			p.bands(s, x, y)
		}
	}
}

// percentiles are the classes of the bands from the line upwards, and what part of the values is below.
var percentiles = []Key{{Class: "p90", Label: "90 %"}, {Class: "p99", Label: "99 %"}, {Class: "p999", Label: "99.9 %"}}

// bands fills what is between the line and each percentile above it.
func (p *Plot) bands(s Series, x, y Scale) {
	for i, part := range percentiles {
		var up, down []string
		for _, at := range s.Data {
			if len(at.Above) <= i {
				continue
			}
			from := at.Y
			if i > 0 {
				from = at.Above[i-1]
			}
			px := Place(p.XAt(x.At(at.X)))
			up = append(up, px+","+Place(p.YAt(y.At(max(at.Above[i], from)))))
			down = append(down, px+","+Place(p.YAt(y.At(from))))
		}
		slices.Reverse(down)
		if len(up) > 1 {
			p.Bands = append(p.Bands, Band{part.Class, strings.Join(append(up, down...), " ")})
			p.Legend = append(p.Legend, Key{Class: "shade " + part.Class, Label: part.Label})
		}
	}
}

// OverTime draws a value over seconds, from 0 so that a slope looks as steep as it is.
func OverTime(title, unit string, data []Datum) Plot {
	p := Plot{Box: Small, Title: title, Words: title + ": no samples were taken."}
	if len(data) == 0 {
		return p
	}
	most, until := 0.0, 0.0
	for i, d := range data {
		most, until = max(most, d.Y), max(until, d.X)
		data[i].Title = frame.Figure(d.Y) + " " + unit + " at " + frame.Duration(d.X)
	}
	values := frame.NewAxis(most, unit)
	times, second := frame.NewTimeAxis(until)
	p.Y.Title, p.X.Title = unit, "time, "+times.Unit
	p.Draw([]Series{{Data: data}}, Scale{func(v float64) float64 { return v / second / times.Most }, times.Ticks},
		Scale{func(v float64) float64 { return v / values.Most }, values.Ticks})
	p.Words = fmt.Sprintf("%s: %s %s at first, %s in the end, %s at most, over %s.", title, frame.Figure(data[0].Y), unit,
		frame.Figure(data[len(data)-1].Y), frame.Figure(most), frame.Duration(until))
	return p
}
