package reports

import (
	"slices"
	"strings"
)

// The kinds of an [Input].
const (
	Configuration = "configuration"
	Baseline      = "baseline"
	WaiverFile    = "waivers"
	Variable      = "variable"
)

// An Input is something that a run went by besides its command line: a file, or a
// variable of the environment.
type Input struct {
	Kind string `json:"kind"`
	// Name is the path as the user wrote it, or the variable's name.
	Name string `json:"name"`
	// Value is a variable's, in 200 bytes at most; empty if its name says that it is a secret.
	Value string `json:"value,omitempty"`
	// SHA256 is the digest of the file in hex; of a folder's files, one after the other.
	SHA256 string `json:"sha256,omitempty"`
	// Sets are the keys that were taken from a configuration, as key=value, sorted.
	Sets []string `json:"sets,omitempty"`
}

// String returns the input in one line.
func (i Input) String() string {
	text := i.Kind + " " + i.Name
	if i.Value != "" {
		text += "=" + i.Value
	}
	if i.SHA256 != "" {
		text += " sha256:" + i.SHA256[:min(len(i.SHA256), 12)]
	}
	switch {
	case len(i.Sets) > 0:
		text += " (" + strings.Join(i.Sets, ", ") + ")"
	case i.Kind == Configuration:
		text += " (sets nothing)"
	}
	return text
}

// InputWords lists the inputs in one line.
func (e Environment) InputWords() string {
	var words []string
	for _, i := range e.Inputs {
		words = append(words, i.String())
	}
	return strings.Join(words, "; ")
}

// HeldToBaseline reports whether any part of the run was held to an earlier run.
func (e Environment) HeldToBaseline() bool {
	return slices.ContainsFunc(e.Inputs, func(i Input) bool { return i.Kind == Baseline })
}

// Add notes the inputs of another part of the run, each of them once.
func (e *Environment) Add(inputs []Input) {
	for _, i := range inputs {
		if !slices.ContainsFunc(e.Inputs, func(known Input) bool { return known.String() == i.String() }) {
			e.Inputs = append(slices.Clip(e.Inputs), i)
		}
	}
}
