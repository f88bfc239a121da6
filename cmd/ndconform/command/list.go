package command

import (
	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/runner"
)

// specInfo is a spec, in the form in which it is listed.
type specInfo struct {
	ID           string   `json:"id"`
	Title        string   `json:"title"`
	Requirements []string `json:"requirements"`
	Place        string   `json:"place"`
}

func (a *app) listCommand() *cobra.Command {
	var f selectionFlags
	c := a.listing("list", "List the specs, all or those that are selected", func() (listing, error) {
		selection, err := f.parse()
		if err != nil {
			return listing{}, err
		}
		suite, err := runner.Suite()
		if err != nil {
			return listing{}, exit.HarnessError("the suite: %v", err)
		}
		plan, err := a.choose(selection, suite)
		if err != nil {
			return listing{}, err
		}
		list := []specInfo{}
		var rows [][]string
		for _, s := range plan {
			list = append(list, specInfo{s.ID, s.Title, s.Requirements, s.Place})
			rows = append(rows, []string{s.ID, s.Title})
		}
		return listing{list, rows}, nil
	})
	f.add(c)
	return c
}

// A listing is what a command prints: as JSON, or as rows of a table.
type listing struct {
	json any
	rows [][]string
}

// listing returns a command without arguments that prints what list returns.
func (a *app) listing(name, short string, list func() (listing, error)) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: usage.NoArguments}
	a.prints(c, func([]string) (listing, error) { return list() })
	return c
}

// prints makes c print what list returns for its arguments, in the form that
// --format names.
func (a *app) prints(c *cobra.Command, list func(args []string) (listing, error)) {
	formats := []string{"text", "json"}
	var format string
	usage.OneOf(c, &format, "format", "text", "how to print: ", formats)
	c.RunE = func(_ *cobra.Command, args []string) error {
		if err := usage.Choice("format", format, formats); err != nil {
			return err
		}
		l, err := list(args)
		if err != nil {
			return err
		}
		if format == "json" {
			return output.JSON(a.out, l.json)
		}
		return output.Rows(a.out, l.rows)
	}
}
