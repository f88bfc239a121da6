package usage

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/internal/plural"
)

// FlagError adds the known flags to pflag's complaint.
func FlagError(c *cobra.Command, err error) error {
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) {
		return exit.UsageError("--%s: %q: %v", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	if short := (*pflag.NotExistError)(nil); errors.As(err, &short) && short.GetSpecifiedShortnames() != "" {
		return exit.UsageError("unknown flag -%s%s", short.GetSpecifiedShortnames(),
			twoDashes(c, short.GetSpecifiedShortnames()))
	}
	name, unknown := strings.CutPrefix(err.Error(), "unknown flag: ")
	if !unknown {
		return exit.UsageError("%v", err)
	}
	var flags []string
	visit := func(f *pflag.Flag) {
		if !f.Hidden {
			flags = append(flags, "--"+f.Name)
		}
	}
	c.Flags().VisitAll(visit)
	c.InheritedFlags().VisitAll(visit)
	slices.Sort(flags)
	return exit.UsageError("unknown flag %s%s; known flags: %s", name, DidYouMean(name, flags), strings.Join(flags, ", "))
}

// twoDashes guesses that a flag with one dash was meant to have two.
func twoDashes(c *cobra.Command, text string) string {
	name, _, _ := strings.Cut(text, "=")
	if f := c.Flags().Lookup(name); f == nil || f.Hidden {
		return "; the command's help lists those that there are"
	}
	return ", did you mean --" + text + "?"
}

// NoArguments refuses arguments. For a command that has others below it, it takes
// them for the name of one of these.
func NoArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !c.HasSubCommands() {
		return exit.UsageError("%s takes no arguments, and %q is given", c.Name(), args[0])
	}
	names := namesBelow(c)
	return exit.UsageError("unknown command %q%s; known commands: %s", args[0], DidYouMean(args[0], names),
		strings.Join(names, ", "))
}

func namesBelow(c *cobra.Command) []string {
	var names []string
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			names = append(names, sub.Name())
		}
	}
	return names
}

// HelpCommand shows the help of a command. Unlike cobra's own, it fails if there is
// no such command.
func HelpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Show the help of a command",
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err == nil {
				err = NoArguments(about, rest)
			}
			if err != nil {
				return err
			}
			return about.Help()
		},
	}
}

// Are says how many arguments are given.
func Are(n int) string {
	if n == 0 {
		return "none is"
	}
	return fmt.Sprintf("%d %s", n, plural.Word(n, "is", "are"))
}

// NeedsCommand is what a command runs that does nothing without one of the commands
// below it.
func NeedsCommand(c *cobra.Command, args []string) error {
	if err := NoArguments(c, args); err != nil {
		return err
	}
	return exit.UsageError("%s needs a command: %s", c.Name(), strings.Join(namesBelow(c), ", "))
}

// allOf begins the list of what is known: "known formats", or "known" for what is for a flag.
func allOf(what string) string {
	if strings.Contains(what, " for ") {
		return "known"
	}
	return "known " + what + "s"
}

// Choice checks that value is one of known.
func Choice(what, value string, known []string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return exit.UsageError("unknown %s %q%s; %s: %s", what, value, DidYouMean(value, known), allOf(what),
		strings.Join(known, ", "))
}

// OneArgument refuses more arguments than one, and none.
func OneArgument(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return exit.UsageError("%s takes one %s, and %s given", c.Name(), what, Are(len(args)))
		}
		return nil
	}
}

// AtLeastOne refuses to have no argument.
func AtLeastOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return exit.UsageError("%s takes at least one %s, and none is given", c.Name(), what)
		}
		return nil
	}
}
