package document

import (
	"fmt"

	"github.com/ndconform/ndconform/reports/frame"
)

// A Plot is drawn in a box with axes; only a page has it. Places are in units of SVG.
type Plot struct {
	Box
	// Title stands above the plot, with what all its lines have in common, and Words say what it shows.
	Title, Same, Words string
	// Y, X and Z are the axes at the left, below and at the right.
	Y, X, Z PlotAxis
	// Legend says what lines and bars are, and LegendNote what else is to be known of them.
	Legend     []Key
	LegendNote string
	Bands      []Band
	Bars       []Bar
	Lines      []Line
}

// A Box is how large a plot is, and which part of it has the lines.
type Box struct{ Width, Height, Left, Right, Top, Bottom float64 }

// Small is the box of a plot beside others, and Wide the box of a plot as wide as the page.
var (
	Small = Box{400, 270, 56, 374, 26, 236}
	Wide  = Box{960, 284, 64, 896, 24, 252}
)

// XAt is where a part of the lower axis is.
func (b Box) XAt(part float64) float64 { return b.Left + (b.Right-b.Left)*part }

// YAt is where a part of the left axis is.
func (b Box) YAt(part float64) float64 { return b.Bottom - (b.Bottom-b.Top)*part }

// IsWide reports whether a plot has all the width.
func (b Box) IsWide() bool { return b.Width == Wide.Width }

// A PlotAxis has a title and labels.
type PlotAxis struct {
	Title  string
	Labels []Label
}

// A Label stands at a place along an axis.
type Label struct{ Text, At string }

// Labels are those of ticks, each at its place.
func Labels(ticks []frame.Tick, at func(float64) float64) (list []Label) {
	for _, t := range ticks {
		list = append(list, Label{t.Label, Place(at(t.At))})
	}
	return list
}

// Place writes a place or a length as SVG has it.
func Place(f float64) string { return fmt.Sprintf("%.1f", f) }

// A Key is an entry of a legend: the class of what it names, and the mark of a line; what has none is an area.
type Key struct{ Class, Label, Shape string }

// A Band is an area between points.
type Band struct{ Class, Points string }

// A Bar is rectangles that have their words in common.
type Bar struct {
	Title string
	Rects []Rect
}

// A Rect is a part of a bar.
type Rect struct{ Class, X, Y, Width, Height string }

// A Line goes through points, and has marks at some.
type Line struct {
	Class, Points string
	Marks         []Dot
}

// A Dot is a mark of a line; Shape is its path around its middle.
type Dot struct{ Class, X, Y, Title, Shape string }

// Shapes tell lines apart that look the same in gray: a circle, a square, a triangle, a diamond.
var Shapes = []string{
	"M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z", "M-2.7-2.7h5.4v5.4h-5.4Z", "M0-3.5 3.3 2.6H-3.3Z", "M0-3.8 3.8 0 0 3.8-3.8 0Z",
}
