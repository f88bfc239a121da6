package command

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// drawFlags say what specs are given of what they leave open.
type drawFlags struct {
	draw  string
	shape []string
}

// The values of these flags that are no numbers.
const (
	newDraw    = "new"
	plainShape = "plain"
)

func (f *drawFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.draw, "draw", strconv.Itoa(reports.UsualDraw),
		"draw by this `number` what specs leave open: queues, depths, entries; new draws a number")
	flags.StringArrayVar(&f.shape, "shape", nil, "give `KEY=VALUE` to every spec that can bear it, whatever is drawn; "+
		"or plain, as --draw=0 does. The keys are "+strings.Join(axes(), ", ")+
		"; an unknown value is answered with the known ones")
}

func axes() (keys []string) {
	for _, c := range spec.Axes {
		keys = append(keys, string(c.Axis))
	}
	return keys
}

// drawing returns what is asked for.
func (f *drawFlags) drawing() (d reports.Drawing, err error) {
	set := map[string]string{}
	for _, word := range f.shapes() {
		key, _, _ := strings.Cut(word, "=")
		if err := checkShape(word); err != nil {
			return d, err
		}
		if before := set[key]; before != "" && before != word {
			return d, exit.UsageError("--shape: %s and %s can't go together", before, word)
		}
		set[key] = word
	}
	var shape []string
	for _, key := range axes() {
		if set[key] != "" {
			shape = append(shape, set[key])
		}
	}
	d.Shape = strings.Join(shape, ",")
	switch usual := strconv.Itoa(reports.UsualDraw); {
	case set[plainShape] != "" && f.draw != usual && f.draw != "0":
		return d, exit.UsageError("--shape=plain draws nothing: --draw can't go with it")
	case set[plainShape] != "":
		return d, nil // spec.Plain
	case f.draw == newDraw:
		f.draw = strconv.FormatUint(uint64(rand.Uint32()), 10)
	}
	d.Draw, err = strconv.ParseUint(f.draw, 10, 53) // as JSON's readers hold it
	if err != nil {
		return d, exit.UsageError("--draw must be a number, or %s, and is %q", newDraw, f.draw)
	}
	return d, nil
}

// shapes lists what --shape is given, here and there several at once.
func (f *drawFlags) shapes() []string {
	if len(f.shape) == 0 {
		return nil
	}
	return strings.Split(strings.Join(f.shape, ","), ",")
}

// checkShape says what is wrong with one of them.
func checkShape(word string) error {
	key, value, _ := strings.Cut(word, "=")
	i := slices.Index(axes(), key)
	switch {
	case word == plainShape:
	case i < 0:
		return exit.UsageError("--shape: unknown key %q%s; known is plain, and KEY=VALUE with one of %s", key,
			usage.DidYouMean(key, append(axes(), plainShape)), strings.Join(axes(), ", "))
	case !spec.Axes[i].Has(value):
		return exit.UsageError("--shape: %s can't be %q%s; it is one of %s", key, value,
			usage.DidYouMean(value, spec.Axes[i].Words()), spec.Axes[i].Values())
	}
	return nil
}
