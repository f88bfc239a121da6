package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/reports"
)

// percent is the value of --require-observed; 0 requires nothing.
type percent float64

// String implements [pflag.Value].
func (p *percent) String() string {
	if *p == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*p), 'f', -1, 64) + "%"
}

// Set implements [pflag.Value].
func (p *percent) Set(text string) error {
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(n > 0 && n <= 100) { // nor is it NaN
		return errors.New("a share is a number above 0 and up to 100, as in 90%")
	}
	*p = percent(n)
	return nil
}

// Type implements [pflag.Value].
func (p *percent) Type() string { return "percent" }

func (p *percent) add(flags *pflag.FlagSet) {
	flags.Var(p, "require-observed",
		"exit 1 if in a profile that is claimed less than this `percent` of the owed MUST rules was observed, as in 90%")
}

// lacking names the claimed profiles of which too little was observed, and says how much
// was, in one line. It is empty if there are none.
func (p *percent) lacking(profiles []reports.Profile) string {
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

// require returns the error with which a command ends whose profiles are not observed
// enough.
func (p *percent) require(profiles []reports.Profile) error {
	if text := p.lacking(profiles); text != "" {
		return &exitError{exitFailed, text}
	}
	return nil
}

// selected returns the profiles that a run selected by name, or all if it did not select
// any.
func selected(run *reports.Run, profiles []reports.Profile) []reports.Profile {
	return slices.DeleteFunc(profiles, func(p reports.Profile) bool {
		return len(run.Profiles) > 0 && !slices.Contains(run.Profiles, string(p.Name))
	})
}

// wholeProfiles refuses a share of profiles of which only a part is run.
func (f *runFlags) wholeProfiles() error {
	if f.observed == 0 {
		return nil
	}
	for name, given := range map[string]bool{
		"filter": len(f.selection.filters) > 0, "shard": f.shard != "", "rerun-failed": f.rerunFailed != "",
	} {
		if given {
			return usageError("--require-observed is about whole profiles, and --%s selects parts of them", name)
		}
	}
	return nil
}
