package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/internal/plural"
)

// flagError adds the known flags to pflag's complaint.
func flagError(c *cobra.Command, err error) error {
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) {
		return usageError("--%s: %q: %v", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	if short := (*pflag.NotExistError)(nil); errors.As(err, &short) && short.GetSpecifiedShortnames() != "" {
		return usageError("unknown flag -%s%s", short.GetSpecifiedShortnames(),
			twoDashes(c, short.GetSpecifiedShortnames()))
	}
	name, unknown := strings.CutPrefix(err.Error(), "unknown flag: ")
	if !unknown {
		return usageError("%v", err)
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
	return usageError("unknown flag %s%s; known flags: %s", name, didYouMean(name, flags), strings.Join(flags, ", "))
}

// twoDashes guesses that a flag with one dash is one that has two.
func twoDashes(c *cobra.Command, text string) string {
	name, _, _ := strings.Cut(text, "=")
	if f := c.Flags().Lookup(name); f == nil || f.Hidden {
		return "; the command's help lists those that there are"
	}
	return ", did you mean --" + text + "?"
}

// noArguments refuses arguments. For a command that has others below it, it takes
// them for the name of one of these.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !c.HasSubCommands() {
		return usageError("%s takes no arguments, and %q is given", c.Name(), args[0])
	}
	names := namesBelow(c)
	return usageError("unknown command %q%s; known commands: %s", args[0], didYouMean(args[0], names),
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

// helpCommand shows the help of a command. Unlike cobra's own, it fails if there is
// no such command.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Show the help of a command",
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err == nil {
				err = noArguments(about, rest)
			}
			if err != nil {
				return err
			}
			return about.Help()
		},
	}
}

// are says how many arguments are given.
func are(n int) string {
	if n == 0 {
		return "none is"
	}
	return fmt.Sprintf("%d %s", n, plural.Word(n, "is", "are"))
}

// needsCommand is what a command runs that does nothing without one of the commands
// below it.
func needsCommand(c *cobra.Command, args []string) error {
	if err := noArguments(c, args); err != nil {
		return err
	}
	return usageError("%s needs a command: %s", c.Name(), strings.Join(namesBelow(c), ", "))
}

// allOf begins the list of what is known: "known formats", or "known" for what is for a flag.
func allOf(what string) string {
	if strings.Contains(what, " for ") {
		return "known"
	}
	return "known " + what + "s"
}

// choice checks that value is one of known.
func choice(what, value string, known []string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return usageError("unknown %s %q%s; %s: %s", what, value, didYouMean(value, known), allOf(what),
		strings.Join(known, ", "))
}
