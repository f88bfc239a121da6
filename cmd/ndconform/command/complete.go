package command

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

// complete offers, for a flag's value in a shell, the words that begin with what
// has been typed.
func complete(c *cobra.Command, flag string, words func(soFar string) []string) {
	err := c.RegisterFlagCompletionFunc(flag,
		func(_ *cobra.Command, _ []string, soFar string) ([]string, cobra.ShellCompDirective) {
			return withPrefix(soFar, words(soFar)), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		})
	if err != nil {
		panic(err) // the flag has not been added
	}
}

func withPrefix(prefix string, words []string) []string {
	var with []string
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			with = append(with, w)
		}
	}
	return with
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
func completeID(soFar string) []string { return afterComma(soFar, knownIDs()) }

func completeProfile(soFar string) []string { return afterComma(soFar, profiles()) }

func afterComma(soFar string, words []string) []string {
	before := soFar[:strings.LastIndexByte(soFar, ',')+1]
	offers := make([]string, len(words))
	for i, w := range words {
		offers[i] = before + w
	}
	return offers
}

// knownIDs lists the ids of the catalogue and of the suite.
func knownIDs() []string {
	suite, err := runner.Suite()
	if err != nil {
		return nil
	}
	return ids(suite)
}

// ids lists the ids of the catalogue, and those of the suite that are none of
// the catalogue's.
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
