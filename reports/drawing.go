package reports

import (
	"fmt"
	"strconv"
)

// UsualDraw is the draw of runs that name none. It changes with a release only, so that an unchanged provider has
// unchanged verdicts.
const UsualDraw = 1

// A Drawing decides what specs are given of what they leave open.
type Drawing struct {
	// Draw is the number that it follows from; 0 gives all the plain shape.
	Draw uint64 `json:"draw,omitempty"`
	// Shape is what every spec is given by hand, as in "receive-depth=8,size=9"; it prevails over Draw.
	Shape string `json:"shape,omitempty"`
}

// Words says what a drawing is: "2, size=9".
func (d Drawing) Words() string {
	words := strconv.FormatUint(d.Draw, 10)
	if d.Shape != "" {
		words += ", " + d.Shape
	}
	return words
}

// flags are the arguments that ask for a drawing.
func (d Drawing) flags() []string {
	list := []string{"--draw=" + strconv.FormatUint(d.Draw, 10)}
	if d.Shape != "" {
		list = append(list, "--shape="+d.Shape)
	}
	return list
}

// Reservation says why a certificate of the drawing says less than another one, or nothing.
func (d Drawing) Reservation() string {
	if d == (Drawing{Draw: UsualDraw}) {
		return ""
	}
	return fmt.Sprintf("specs were given what draw %s gives, and not what the usual draw %d does: whoever runs the suite "+
		"chose what the provider was tried with", d.Words(), UsualDraw)
}
