package usage

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/reports"
)

// A Size is a flag whose value is a number of bytes.
type Size int64

var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

// Type implements [pflag.Value].
func (s *Size) Type() string { return "size" }

// String implements [pflag.Value].
func (s *Size) String() string {
	for _, u := range units {
		if n := int64(*s); n != 0 && n%u.bytes == 0 {
			return fmt.Sprintf("%d%s", n/u.bytes, u.name)
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Set implements [pflag.Value].
func (s *Size) Set(text string) error {
	unit := int64(1)
	for _, u := range units {
		if number, ok := strings.CutSuffix(text, u.name); ok {
			text, unit = number, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/unit {
		return errors.New("a size is a number of bytes, or one with KiB, MiB or GiB, as in 512MiB")
	}
	*s = Size(n * unit)
	return nil
}

// Percent is the value of --require-observed; 0 requires nothing.
type Percent float64

// String implements [pflag.Value].
func (p *Percent) String() string {
	if *p == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*p), 'f', -1, 64) + "%"
}

// Set implements [pflag.Value].
func (p *Percent) Set(text string) error {
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(n > 0 && n <= 100) { // nor is it NaN
		return errors.New("a share is a number above 0 and up to 100, as in 90%")
	}
	*p = Percent(n)
	return nil
}

// Type implements [pflag.Value].
func (p *Percent) Type() string { return "percent" }

// Add adds the flag.
func (p *Percent) Add(flags *pflag.FlagSet) {
	flags.Var(p, "require-observed",
		"exit 1 if in a profile that is claimed less than this `percent` of the owed MUST rules was observed, as in 90%")
}

// Lacking names in one line the claimed profiles that were observed too little, and how
// much was observed. It is empty if there are none.
func (p *Percent) Lacking(profiles []reports.Profile) string {
	var list []string
	for _, one := range profiles {
		if one.Verdict != reports.Unsupported && 100*one.Observed() < float64(*p) {
			list = append(list, fmt.Sprintf("%s has %.1f%% (%s)", one.Name, 100*one.Observed(), one.Counts()))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("--require-observed=%s: too little was observed: %s", p, strings.Join(list, "; "))
}

// Require returns the error with which a command ends whose profiles are not observed
// enough.
func (p *Percent) Require(profiles []reports.Profile) error {
	if text := p.Lacking(profiles); text != "" {
		return &exit.Error{Code: exit.Failed, Text: text}
	}
	return nil
}

// Challenge is the value of --challenge: text that whoever asks for a run chooses. If it is empty, the
// flag is not given.
type Challenge string

// String implements [pflag.Value].
func (c *Challenge) String() string { return string(*c) }

// Set implements [pflag.Value].
func (c *Challenge) Set(text string) error {
	*c = Challenge(text)
	return reports.CheckChallenge(text)
}

// Type implements [pflag.Value].
func (c *Challenge) Type() string { return "text" }

// Add adds the flag to a command that runs something.
func (c *Challenge) Add(flags *pflag.FlagSet) {
	flags.Var(c, "challenge",
		"derive the seed from this `text`, chosen by whoever asks for the run; journal and reports name it")
}

// Seed returns the seed that the challenge gives.
func (c *Challenge) Seed() int64 { return reports.SeedOf(string(*c)) }
