package certificates

import (
	"fmt"
	"path/filepath"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
)

// codeRows list the files of code that the provider's process had beside the subject: programs that it has started
// first, and the system's files last, in one row.
func codeRows(list []reports.CodeFile, verbose bool) (rows [][]string) {
	var libraries [][]string
	var system []string
	for _, f := range list {
		switch {
		case f.Executed:
			rows = append(rows, []string{"started", f.String()})
		case f.System && !verbose:
			system = append(system, filepath.Base(f.Path))
		default:
			libraries = append(libraries, []string{"loaded", f.String()})
		}
	}
	rows = append(rows, libraries...)
	if len(system) > 0 {
		count := plural.Of(len(system), "file")
		rows = append(rows, []string{"loaded", fmt.Sprintf("%s of the system's: %s", count, reports.Few(system, fewSpecs))})
	}
	return rows
}
