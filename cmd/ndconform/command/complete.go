package command

import (
	"strings"

	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

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
