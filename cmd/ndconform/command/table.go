package command

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/reports/printable"
)

// A listing is what a command prints: as JSON, or as rows of a table.
type listing struct {
	json any
	rows [][]string
}

// listing returns a command without arguments that prints what list returns.
func (a *app) listing(name, short string, list func() (listing, error)) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: noArguments}
	a.prints(c, func([]string) (listing, error) { return list() })
	return c
}

// prints makes c print what list returns for its arguments, in the form that
// --format names.
func (a *app) prints(c *cobra.Command, list func(args []string) (listing, error)) {
	formats := []string{"text", "json"}
	format := c.Flags().String("format", "text", "how to print: text or json")
	complete(c, "format", func(string) []string { return formats })
	c.RunE = func(_ *cobra.Command, args []string) error {
		if err := choice("format", *format, formats); err != nil {
			return err
		}
		l, err := list(args)
		if err != nil {
			return err
		}
		if *format == "json" {
			return a.printJSON(l.json)
		}
		return a.printRows(l.rows)
	}
}

func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return harnessError("%v", err)
	}
	return nil
}

func (a *app) printRows(rows [][]string) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, strings.Join(cells(row), "\t"))
	}
	if err := w.Flush(); err != nil {
		return harnessError("%v", err)
	}
	return nil
}

// cells makes a row one line in which there is nothing for a terminal to obey, whatever a
// provider or a bundle is called.
func cells(row []string) []string {
	list := make([]string, len(row))
	for i, cell := range row {
		list[i] = printable.Text(oneLine.Replace(cell))
	}
	return list
}

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ", "\v", " ", "\f", " ")
