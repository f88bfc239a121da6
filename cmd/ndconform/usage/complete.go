package usage

import (
	"strings"

	"github.com/spf13/cobra"
)

// Complete offers, for a flag's value in a shell, the words that begin with what
// has been typed.
func Complete(c *cobra.Command, flag string, words func(soFar string) []string) {
	err := c.RegisterFlagCompletionFunc(flag,
		func(_ *cobra.Command, _ []string, soFar string) ([]string, cobra.ShellCompDirective) {
			return WithPrefix(soFar, words(soFar)), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		})
	if err != nil {
		panic(err) // the flag has not been added
	}
}

// OneOf adds a flag whose value is one of some words. The help ends with them.
func OneOf(c *cobra.Command, value *string, flag, standard, help string, words []string) {
	last := len(words) - 1
	c.Flags().StringVar(value, flag, standard, help+strings.Join(words[:last], ", ")+" or "+words[last])
	Complete(c, flag, func(string) []string { return words })
}

// WithPrefix returns the words that begin with a prefix.
func WithPrefix(prefix string, words []string) []string {
	var with []string
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			with = append(with, w)
		}
	}
	return with
}

// AfterComma offers words after the last comma.
func AfterComma(soFar string, words []string) []string {
	before := soFar[:strings.LastIndexByte(soFar, ',')+1]
	offers := make([]string, len(words))
	for i, w := range words {
		offers[i] = before + w
	}
	return offers
}
