package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A flagGroup is what a user wants to do, and the flags for that, in the order in which they are shown.
type flagGroup struct {
	title string
	flags []string
}

// reportFlags are those of what is written, which more than one command has.
var reportFlags = []string{"junit-report", "json-report", "html-report", "markdown-report", "quiet"}

// replayFlags are the flags that say what is replayed.
var replayFlags = []string{"with", "mirror", "fit", "workloads", "minimize", "timeout-scale"}

// flagGroups are the groups of commands that have many flags, by the command's name. A run's are those
// of the command without a name.
var flagGroups = map[string][]flagGroup{
	"": {
		{"Provider", []string{"provider", "peer"}},
		{"Select", []string{"filter", "profile", "shard", "resume", "rerun-failed"}},
		{"Run", []string{
			"seed", "draw", "draws", "shape", "challenge", "repeat", "until-failure", "fail-fast", "time-budget",
			"timeout-scale", "procs", "isolate", "memory-limit",
		}},
		{"Verdicts", []string{"strict", "waivers", "strict-waivers", "baseline", "require-observed"}},
		{
			"Journal and reports; a report to - is printed",
			append([]string{"journal", "badge", "verbose"}, reportFlags...),
		},
		{"Other", []string{"config", "format", "version", "help"}},
	},
	"explore": {
		{"Provider", []string{"provider", "peer"}},
		{"Programs", []string{
			"for", "programs", "lanes", "seed", "challenge", "findings", "beside", "replay", "soak", "pairs", "resume",
		}},
		{"Run", []string{"time-budget", "timeout-scale", "memory-limit"}},
		{"Verdicts", []string{"waivers", "strict-waivers"}},
		{
			"Journal and reports; a report to - is printed",
			append([]string{"journal", "findings-folder"}, reportFlags...),
		},
		{"Other", []string{"help"}},
	},
	"bench": {
		{"Provider", []string{"provider", "peer"}},
		{"Select", []string{"only", "sizes", "quick"}},
		{"Workloads", []string{"workload", "with", "mirror", "fit"}},
		{"Run", []string{"for", "timeout-scale", "memory-limit"}},
		{"Gate", []string{"baseline", "against", "threshold", "require-judged"}},
		{"Reports; one to - is printed", []string{"json-report", "html-report", "format", "quiet"}},
		{"Other", []string{"help"}},
	},
	"watch": {
		{"Provider", []string{"provider"}},
		{"Run", []string{"from", "break", "stats", "time-budget"}},
		{
			"Journal and reports",
			append([]string{"record", "bytes", "journal", "verbose"}, reportFlags...),
		},
		{"Other", []string{"help"}},
	},
	playName: {
		{"Provider", []string{"provider", "peer"}},
		{"Run", append([]string{"verbose"}, replayFlags...)},
		{"Other", []string{"help"}},
	},
	"replay": {
		{"Provider", []string{"provider", "peer"}},
		{"Run", append([]string{"time-budget"}, replayFlags...)},
		{
			"Journal and reports",
			append([]string{"record", "bytes", "journal", "verbose"}, reportFlags...),
		},
		{"Other", []string{"help"}},
	},
	"verify": {
		{"Check", []string{"key", "subject", "challenge", "require", "require-observed"}},
		{"Print", []string{"format", "output", "verbose"}},
		{"Other", []string{"help"}},
	},
	"selftest": {
		{"Select", []string{"filter", "only", "pairs", "shard"}},
		{"Run", []string{"watched", "seed", "draw", "shape", "seeds", "drawn", "procs"}},
		{"Generated programs", []string{"explore", "ordinary", "for"}},
		{"Reports", []string{"format"}},
		{"Other", []string{"help"}},
	},
}

// showUsage shows how a command is used.
func showUsage(c *cobra.Command) error {
	w := c.OutOrStderr()
	fmt.Fprint(w, "Usage:\n")
	if c.Runnable() {
		fmt.Fprintf(w, "  %s\n", c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(w, "  %s [command]\n", c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", c.Example)
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprint(w, "\nAvailable Commands:\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(w, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	flagUsages(w, c)
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nUse \"%s [command] --help\" for more information about a command.\n", c.CommandPath())
	}
	return nil
}

// flagUsages shows the flags of a command, in groups if it has many.
func flagUsages(w io.Writer, c *cobra.Command) {
	groups, rest := groupsOf(c), []string{}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.ContainsFunc(groups, func(g flagGroup) bool { return slices.Contains(g.flags, f.Name) }) {
			rest = append(rest, f.Name)
		}
	})
	for _, g := range append(groups, flagGroup{"Flags", rest}) {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.SortFlags = false
		for _, name := range g.flags {
			set.AddFlag(c.Flags().Lookup(name))
		}
		if set.HasAvailableFlags() {
			fmt.Fprintf(w, "\n%s:\n%s\n", g.title, strings.TrimRight(set.FlagUsagesWrapped(columns()), " \n"))
		}
	}
}

// groupsOf returns the groups of a command's flags, without flags that it does not have.
func groupsOf(c *cobra.Command) (groups []flagGroup) {
	name := c.Name()
	if !c.HasParent() || name == "config" { // which has the flags of a run
		name = ""
	}
	for _, g := range flagGroups[name] {
		var flags []string
		for _, f := range g.flags {
			if c.Flags().Lookup(f) != nil {
				flags = append(flags, f)
			}
		}
		groups = append(groups, flagGroup{g.title, flags})
	}
	return groups
}

// The width of what is shown, if a terminal's is not known, and the least and the most.
const (
	usualColumns = 100
	leastColumns = 40
)

// columns is how wide a line of the help may be.
func columns() int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil {
		return usualColumns
	}
	return min(max(n, leastColumns), usualColumns)
}
