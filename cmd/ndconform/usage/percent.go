package usage

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/reports"
)

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
