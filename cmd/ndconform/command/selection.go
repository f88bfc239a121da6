package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

// selectionFlags say which specs are selected.
type selectionFlags struct {
	filters, profiles []string
}

func (f *selectionFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.filters, "filter", nil,
		"only specs with these ids, or that claim requirements with these ids, or `patterns` like 'cq.*'; comma-separated "+
			"or repeated")
	c.Flags().StringArrayVar(&f.profiles, "profile", nil,
		"only specs of requirements in these `profiles`; comma-separated or repeated")
	complete(c, "filter", completeID)
	complete(c, "profile", completeProfile)
}

func (f *selectionFlags) parse() (runner.Selection, error) {
	var s runner.Selection
	for _, word := range words(f.filters) {
		if word == "" {
			return s, usageError("--filter holds an empty id")
		}
		s.Filters = append(s.Filters, word)
	}
	for _, word := range words(f.profiles) {
		if err := choice("profile", word, profiles()); err != nil {
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
		return "", usageError("no provider is named: use --%s=NAME; known providers: %s", flag, strings.Join(names, ", "))
	}
	if _, err := providers.ParseSelector(text); err != nil {
		return "", usageError("--%s: %v%s", flag, err, nearestSelector(text, names))
	}
	return text, nil
}

// nearestSelector guesses what a wrong selector was meant to name: a provider, or
// an option of one.
func nearestSelector(text string, names []string) string {
	name, rest, _ := strings.Cut(text, ",")
	if !slices.Contains(names, name) {
		return didYouMean(name, names)
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
			return didYouMean(key, known)
		}
	}
	return ""
}
