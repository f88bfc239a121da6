package usage

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Strict makes the flags of a command, and of those below it, say in plain words
// what is wrong with a value, and refuse to be given twice, since one of the two
// would count for nothing.
func Strict(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, list := f.Value.(pflag.SliceValue); !list {
			f.Value = &setOnce{Value: f.Value}
			if f.DefValue == "0s" { // or the help calls it a default
				f.DefValue = "0"
			}
		}
	})
	for _, sub := range c.Commands() {
		Strict(sub)
	}
}

// setOnce is a flag's value that can be set only once.
type setOnce struct {
	pflag.Value
	given bool
}

func (o *setOnce) Set(text string) error {
	if o.given {
		return errors.New("it is given twice")
	}
	o.given = true
	err := o.Value.Set(text)
	if err != nil && o.Type() == "duration" {
		return errors.New("a time is a number with a unit, as in 90s, 10m or 1h30m")
	}
	if parsing := (*strconv.NumError)(nil); !errors.As(err, &parsing) {
		return err
	}
	if errors.Is(err, strconv.ErrRange) {
		return errors.New("it is out of range")
	}
	switch o.Type() {
	case "bool":
		return errors.New("it is neither true nor false")
	case "float64":
		return errors.New("it is not a number")
	}
	return errors.New("it is not a whole number")
}
