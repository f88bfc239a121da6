package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

// selectionFlags say which specs are selected.
type selectionFlags struct {
	filters, profiles []string
}

func (f *selectionFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.filters, "filter", nil,
		"only specs whose ids, or whose requirements, match these `patterns`, as in 'cq.*'; comma-separated or repeated")
	c.Flags().StringArrayVar(&f.profiles, "profile", nil,
		"only specs of requirements in these `profiles`; comma-separated or repeated")
	usage.Complete(c, "filter", completeID)
	usage.Complete(c, "profile", completeProfile)
}

func (f *selectionFlags) parse() (runner.Selection, error) {
	var s runner.Selection
	for _, word := range words(f.filters) {
		if word == "" {
			return s, exit.UsageError("--filter holds an empty id")
		}
		s.Filters = append(s.Filters, word)
	}
	for _, word := range words(f.profiles) {
		if err := usage.Choice("profile", word, profiles()); err != nil {
			return s, err
		}
		s.Profiles = append(s.Profiles, requirement.Profile(word))
	}
	return s, nil
}

// words splits comma-separated text.
func words(lists []string) []string {
	var all []string
	for _, list := range lists {
		for word := range strings.SplitSeq(list, ",") {
			all = append(all, strings.TrimSpace(word))
		}
	}
	return all
}

// profiles lists the names of all profiles.
func profiles() []string {
	var names []string
	for _, p := range requirement.Profiles() {
		names = append(names, string(p.Profile))
	}
	return names
}

// selector checks a provider's selector. A binary with a single provider needs
// none to be named.
func selector(flag, text string) (string, error) {
	names := providers.Names()
	if text == "" {
		if len(names) == 1 {
			return names[0], nil
		}
		return "", exit.UsageError("no provider is named: use --%s=NAME; known providers: %s", flag,
			strings.Join(names, ", "))
	}
	if _, err := providers.ParseSelector(text); err != nil {
		return "", exit.UsageError("--%s: %v%s", flag, err, nearestSelector(text, names))
	}
	return text, nil
}

// nearestSelector guesses what a wrong selector was meant to name: a provider, or
// an option of one.
func nearestSelector(text string, names []string) string {
	name, rest, _ := strings.Cut(text, ",")
	if !slices.Contains(names, name) {
		return usage.DidYouMean(name, names)
	}
	options, err := providers.Options(name)
	if err != nil {
		return ""
	}
	var known []string
	for _, o := range options {
		known = append(known, o.Name)
	}
	for option := range strings.SplitSeq(rest, ",") {
		if key, _, ok := strings.Cut(option, "="); ok && !slices.Contains(known, key) {
			return usage.DidYouMean(key, known)
		}
	}
	return ""
}

// selected returns the profiles that a run selected by name, or all if it did not select
// any.
func selected(run *reports.Run, profiles []reports.Profile) []reports.Profile {
	return slices.DeleteFunc(profiles, func(p reports.Profile) bool {
		return len(run.Profiles) > 0 && !slices.Contains(run.Profiles, string(p.Name))
	})
}

// wholeProfiles refuses a share of profiles if the run covers only a part of them.
func (f *runFlags) wholeProfiles() error {
	if f.observed == 0 {
		return nil
	}
	for name, given := range map[string]bool{
		"filter": len(f.selection.filters) > 0, "shard": f.shard != "", "rerun-failed": f.rerunFailed != "",
	} {
		if given {
			return exit.UsageError("--require-observed needs whole profiles, and --%s selects parts of them", name)
		}
	}
	return nil
}

// completeProvider offers names, and after a name and a comma its options.
func completeProvider(soFar string) []string {
	name, _, hasOptions := strings.Cut(soFar, ",")
	if !hasOptions {
		return providers.Names()
	}
	options, err := providers.Options(name)
	if err != nil {
		return nil
	}
	before := soFar[:strings.LastIndexByte(soFar, ',')+1]
	var words []string
	for _, o := range options {
		words = append(words, before+o.Name+"=")
	}
	return words
}

// completeID offers ids after the last comma.
func completeID(soFar string) []string { return usage.AfterComma(soFar, knownIDs()) }

func completeProfile(soFar string) []string { return usage.AfterComma(soFar, profiles()) }

// knownIDs lists the ids of the catalogue and of the suite.
func knownIDs() []string {
	suite, err := runner.Suite()
	if err != nil {
		return nil
	}
	return ids(suite)
}

// ids lists the ids of the catalogue, and the suite's other ids.
func ids(suite []runner.Spec) []string {
	var list []string
	for _, e := range requirement.All() {
		list = append(list, e.ID)
	}
	for _, s := range suite {
		if _, ok := requirement.Lookup(s.ID); !ok {
			list = append(list, s.ID)
		}
	}
	return list
}
