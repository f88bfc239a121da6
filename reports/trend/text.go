package trend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
)

const lineMost = 300 // runes of a text in one line

// JSON writes a trend as one indented JSON object, which docs/schema/trend.schema.json describes.
func JSON(t *Trend) ([]byte, error) {
	text, err := json.MarshalIndent(t, "", "  ")
	return append(text, '\n'), err
}

// Text writes a trend for a reader at a terminal: of each series the runs, a line each, and the specs whose
// verdict changed.
func Text(t *Trend) []byte {
	var b bytes.Buffer
	for _, s := range t.Series {
		fmt.Fprintf(&b, "%s\n", printable.Short(s.title(), lineMost))
		textRuns(&b, s.Runs)
		fmt.Fprintf(&b, "  %s\n", s.lastWords())
		for _, c := range s.Changes {
			fmt.Fprintf(&b, "  CHANGED %s: %s\n", someOf(c.Specs, 4), c.words())
		}
		if len(s.Changes) == 0 && len(s.Runs) > 1 {
			fmt.Fprintln(&b, "  no spec changed its verdict")
		}
		fmt.Fprintln(&b)
	}
	for _, why := range t.LeftOut {
		fmt.Fprintf(&b, "LEFT OUT %s\n", printable.Short(why, lineMost))
	}
	return []byte(printable.Text(b.String()))
}

func textRuns(w io.Writer, runs []Run) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, r := range runs {
		line := fmt.Sprintf("  %d\t%s\t%.3f s\t%s\t%s", i+1, r.Started.Format("2006-01-02 15:04:05Z"), r.Seconds,
			printable.Short(r.ProviderVersion, 40), reports.CountWords(r.Count))
		if r.Incomplete != "" {
			line += "; incomplete: " + printable.Short(r.Incomplete, 80)
		}
		fmt.Fprintln(table, strings.TrimRight(line, " "))
	}
	_ = table.Flush()
}

// someOf lists the first of many names.
func someOf(names []string, most int) string {
	var list []string
	for _, name := range names[:min(len(names), most)] {
		list = append(list, printable.Short(name, 200))
	}
	text := strings.Join(list, ", ")
	if left := len(names) - most; left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
