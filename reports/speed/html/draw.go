package html

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports/frame"
)

// The box of a plot, in units of SVG, and the part of it that has the lines.
const (
	width, height = 400.0, 270.0
	left, right   = 56.0, 374.0
	top, bottom   = 26.0, 236.0
)

// A plot is drawn from lines; numbers are those of SVG.
type plot struct {
	Title, Words string
	// Same is what all lines have in common.
	Same string
	// YTitle and XTitle are what the axes show.
	YTitle, XTitle string
	Y, X           []mark
	Bands          []band
	Lines          []line
	// Keyed says that there is a legend.
	Keyed bool
	Bars  []bar
}

// A mark is a label at an axis, at a place along it.
type mark struct{ Label, At string }

// A band is what lies between two percentiles; Class says between which.
type band struct{ Class, Points string }

// A line has a mark at each of its points. Class is its color and kind of mark.
type line struct {
	Class, Label, Points string
	Marks                []point
	// Key is the mark in the legend.
	Key point
}

// A point is a mark of a line; Shape is its path around its middle.
type point struct{ X, Y, Title, Shape string }

// shapes tell lines apart that look the same in gray: a circle, a square, a triangle, a diamond.
var shapes = []string{
	"M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z", "M-2.7-2.7h5.4v5.4h-5.4Z", "M0-3.5 3.3 2.6H-3.3Z", "M0-3.8 3.8 0 0 3.8-3.8 0Z",
}

type bar struct{ X, Y, Width, Height, Title string }

// Width and the others say to the template where things are.
func (plot) Width() float64  { return width }
func (plot) Height() float64 { return height }
func (plot) Left() float64   { return left }
func (plot) Right() float64  { return right }
func (plot) Top() float64    { return top }
func (plot) Bottom() float64 { return bottom }

// A datum is a point of a series: a value at a place, and percentiles above it, if there are any.
type datum struct {
	x, y  float64
	above []float64
	title string
}

// A series is a line before it is drawn.
type series struct {
	label  string
	same   []string
	datums []datum
	banded bool
}

// A scale says where values are, as a part of an axis, and labels it.
type scale struct {
	at    func(float64) float64
	ticks []frame.Tick
}

// linear begins at 0, so that lengths are as they look; unit divides values for the labels.
func linear(most, unit float64) scale {
	a := frame.NewAxis(most/unit, "")
	return scale{func(v float64) float64 { return v / unit / a.Most }, a.Ticks}
}

func logarithmic(least, most float64, label func(float64) string) scale {
	a := frame.NewLogAxis(least, most, label)
	return scale{a.At, a.Ticks}
}

// steps has the values that occur as marks, on a logarithmic scale; where there are many, each second or third.
func steps(values []float64, label func(float64) string) scale {
	const most = 6
	values = slices.Compact(slices.Sorted(slices.Values(values)))
	least, last := values[0], values[len(values)-1]
	s := scale{at: func(v float64) float64 {
		if last <= least {
			return 0.5
		}
		return math.Log(v/least) / math.Log(last/least)
	}}
	every := (len(values) + most - 2) / (most - 1)
	for i := 0; i < len(values); i += max(every, 1) {
		s.ticks = append(s.ticks, frame.Tick{Label: label(values[i]), At: s.at(values[i])})
	}
	return s
}

func num(f float64) string { return fmt.Sprintf("%.1f", f) }

func xAt(part float64) float64 { return left + (right-left)*part }

func yAt(part float64) float64 { return bottom - (bottom-top)*part }

// axes labels both axes.
func (p *plot) axes(x, y scale) {
	for _, t := range x.ticks {
		p.X = append(p.X, mark{t.Label, num(xAt(t.At))})
	}
	for _, t := range y.ticks {
		p.Y = append(p.Y, mark{t.Label, num(yAt(t.At))})
	}
}

// kinds is how many kinds of lines there are; further ones begin anew.
const kinds = 7

// draw adds a line for each series, and its bands below the lines.
func (p *plot) draw(list []series, x, y scale) {
	p.axes(x, y)
	for i, s := range list {
		shape := shapes[i%len(shapes)]
		l := line{Class: fmt.Sprintf("line-%d", i%kinds), Label: s.label, Key: point{X: "13", Y: "6", Shape: shape}}
		var points []string
		for _, at := range s.datums {
			px, py := num(xAt(x.at(at.x))), num(yAt(y.at(at.y)))
			points = append(points, px+","+py)
			l.Marks = append(l.Marks, point{px, py, at.title, shape})
		}
		l.Points = strings.Join(points, " ")
		p.Lines = append(p.Lines, l)
		if s.banded {
			p.bands(s, x, y)
		}
	}
	p.Keyed = len(list) > 1
}

// bandNames are the classes of the bands from the line upwards.
var bandNames = []string{"p90", "p99", "p999"}

// bands fills what is between the line and each percentile above it.
func (p *plot) bands(s series, x, y scale) {
	for i, name := range bandNames {
		var up, down []string
		for _, at := range s.datums {
			if len(at.above) <= i {
				continue
			}
			from := at.y
			if i > 0 {
				from = at.above[i-1]
			}
			px := num(xAt(x.at(at.x)))
			up = append(up, px+","+num(yAt(y.at(max(at.above[i], from)))))
			down = append(down, px+","+num(yAt(y.at(from))))
		}
		slices.Reverse(down)
		if len(up) > 1 {
			p.Bands = append(p.Bands, band{name, strings.Join(append(up, down...), " ")})
		}
	}
}
