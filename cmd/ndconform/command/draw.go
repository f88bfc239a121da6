package command

import (
	"math/rand/v2"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/spec"
)

// drawFlags say what specs are given of what they leave open.
type drawFlags struct{ draw, shape string }

// The values of these flags that are no numbers.
const (
	newDraw    = "new"
	plainShape = "plain"
)

func (f *drawFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.draw, "draw", strconv.FormatUint(uint64(spec.Usual), 10),
		"draw by this `number` what specs leave open: queues, depths, entries; new draws a number")
	flags.StringVar(&f.shape, "shape", "", "give every spec this `shape`: plain, as --draw=0 does")
}

// number returns the draw that is asked for.
func (f *drawFlags) number() (uint64, error) {
	switch {
	case f.shape != "" && f.shape != plainShape:
		return 0, exit.UsageError("--shape must be %s, and is %q", plainShape, f.shape)
	case f.shape == plainShape:
		f.draw = strconv.FormatUint(uint64(spec.Plain), 10)
	case f.draw == newDraw:
		f.draw = strconv.FormatUint(uint64(rand.Uint32()), 10)
	}
	n, err := strconv.ParseUint(f.draw, 10, 53) // as JSON's readers hold it
	if err != nil {
		return 0, exit.UsageError("--draw must be a number, or %s, and is %q", newDraw, f.draw)
	}
	return n, nil
}
