package command

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports/site"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

// writeSite writes the catalogue as a static site into a folder, which is made if it
// does not exist. Other files in the folder are kept.
func (a *app) writeSite(folder string) error {
	if folder == usage.Stdout {
		return usage.NotPrinted("output")
	}
	if folder == "" {
		return exit.UsageError("no folder is named: use --output=FOLDER")
	}
	suite, err := runner.Suite()
	if err != nil {
		return exit.HarnessError("the suite: %v", err)
	}
	b := binary.This()
	c := site.Catalogue{Entries: requirement.All(), Version: b.Version}
	for _, s := range suite {
		c.Specs = append(c.Specs, site.Spec{ID: s.ID, Title: s.Title, Place: s.Place, Requirements: s.Requirements})
	}
	if a.mutants != nil {
		for _, m := range a.mutants() {
			c.Mutants = append(c.Mutants, site.Mutant(m))
		}
	}
	files, err := site.Write(c)
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return exit.UsageError("--output: %v", err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			return exit.UsageError("--output: %v", err)
		}
	}
	fmt.Fprintf(a.err, "%s in %s; open %s\n", plural.Of(len(files), "file"), folder,
		filepath.Join(folder, "index.html"))
	return nil
}
