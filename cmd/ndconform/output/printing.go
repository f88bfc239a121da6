package output

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/reports/printable"
)

// JSON prints v as indented JSON.
func JSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return exit.HarnessError("%v", err)
	}
	return nil
}

// Rows prints rows as a table.
func Rows(out io.Writer, rows [][]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, strings.Join(Cells(row), "\t"))
	}
	if err := w.Flush(); err != nil {
		return exit.HarnessError("%v", err)
	}
	return nil
}

// Cells makes a row one line that is safe for a terminal, even if a provider's or a bundle's name
// is not.
func Cells(row []string) []string {
	list := make([]string, len(row))
	for i, cell := range row {
		list[i] = printable.Text(oneLine.Replace(cell))
	}
	return list
}

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ", "\v", " ", "\f", " ")

// A CheckedWriter is where a command prints its results to. It keeps the first error: what could not
// be printed is lost, whatever the command itself makes of that.
type CheckedWriter struct {
	To io.Writer
	// Err is the first error.
	Err error
}

// Write implements [io.Writer].
func (o *CheckedWriter) Write(text []byte) (int, error) {
	n, err := o.To.Write(text)
	if o.Err == nil {
		o.Err = err
	}
	return n, err
}
