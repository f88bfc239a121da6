package command

import (
	"slices"

	"github.com/spf13/cobra"
)

// toStdout is what a flag names instead of a file to have a report printed.
const toStdout = "-"

// The flags that name a file: to be read, and to be written, of which one may name standard output.
var (
	readFiles = []string{"config", "waivers", "baseline", "resume", "rerun-failed", "from", "replay", "key", "subject"}
	printed   = []string{"junit-report", "json-report", "html-report", "markdown-report", "badge", "output"}
)

// files refuses "-" where it can't stand for standard input or output: no file gets that name.
func files(c *cobra.Command) error {
	for _, name := range readFiles {
		if is(c, name) {
			return usageError("--%s can't be standard input: name a file", name)
		}
	}
	for _, name := range []string{"journal", "findings-folder", "out", "keys"} {
		if is(c, name) {
			return notPrinted(name)
		}
	}
	return nil
}

func is(c *cobra.Command, flag string) bool {
	f := c.Flags().Lookup(flag)
	return f != nil && f.Value.String() == toStdout
}

func notPrinted(flag string) error {
	return usageError("--%s can't be standard output: name a file", flag)
}

// printed reports whether the output is standard output.
func (o *output) printed() bool { return o.path == toStdout }

// printed reports whether one of the outputs is standard output.
func (list outputs) printed() bool { return slices.ContainsFunc(list, (*output).printed) }
