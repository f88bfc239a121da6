package command

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/selftest"
)

// manyFlags is how many flags one list may have.
const manyFlags = 8

// TestManyFlagsAreGrouped shows that each flag of a command that has many is in one group, and that the help
// shows each, within the width of a terminal.
func TestManyFlagsAreGrouped(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	a := &app{program: "ndconform", mutants: func() []selftest.Mutant { return nil }}
	root := a.root()
	for _, c := range append(root.Commands(), root) {
		names := flagNames(c)
		var grouped []string
		for _, g := range groupsOf(c) {
			grouped = append(grouped, g.flags...)
		}
		slices.Sort(grouped)
		if len(names) > manyFlags && !slices.Equal(names, grouped) {
			t.Errorf("%s has %v\nand in groups %v", c.Name(), names, grouped)
		}
		var help bytes.Buffer
		flagUsages(&help, c)
		for _, name := range names {
			if n := strings.Count(help.String(), " --"+name+" ") + strings.Count(help.String(), " --"+name+"\n"); n != 1 {
				t.Errorf("%s: --%s is shown %d times", c.Name(), name, n)
			}
		}
	}
	for name, groups := range flagGroups {
		c, _, err := root.Find(strings.Fields(name))
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			for _, flag := range g.flags {
				if c.Flags().Lookup(flag) == nil && flag != "format" { // which config has of a run's group
					t.Errorf("%s has no flag --%s", name, flag)
				}
			}
		}
	}
}

// flagNames are those of a command's flags that its help has, sorted.
func flagNames(c *cobra.Command) (names []string) {
	c.InitDefaultHelpFlag()
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	slices.Sort(names)
	return names
}
