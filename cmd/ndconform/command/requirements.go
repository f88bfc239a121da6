package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/site"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

// requirementInfo is an entry of the catalogue, in the form in which it is listed.
type requirementInfo struct {
	ID        string   `json:"id"`
	Interface string   `json:"interface"`
	Method    string   `json:"method"`
	Kind      string   `json:"kind"`
	Code      string   `json:"code"`
	Request   string   `json:"request"`
	Level     string   `json:"level"`
	Profile   string   `json:"profile"`
	Source    string   `json:"source"`
	Rule      string   `json:"rule"`
	Needs     []string `json:"needs"`
	// Accept holds the names of statuses, the preferred one first.
	Accept []string `json:"accept"`
	Ruling string   `json:"ruling"`
	// Since is the release that first had the rule, and Provisional says that it is a MUST
	// for which this release only warns.
	Since       string `json:"since"`
	Provisional bool   `json:"provisional"`
	// Statements are what the documents say and the entry holds providers to, and
	// Rests is what it rests on besides.
	Statements []reports.Statement `json:"statements"`
	Rests      string              `json:"rests"`
	// Specs are the ids of the specs that claim the entry.
	Specs []string `json:"specs"`
}

func describe(e requirement.Entry, suite []runner.Spec) requirementInfo {
	info := requirementInfo{
		ID: e.ID, Interface: e.Interface, Method: e.Method, Kind: string(e.Kind), Code: e.Code, Request: e.Request,
		Level: string(e.Level), Profile: string(e.Profile), Source: e.Source, Rule: e.Rule, Ruling: e.Ruling,
		Statements: append([]reports.Statement{}, reports.StatementsOf(e.ID)...), Rests: string(e.Rests),
		Since: e.Introduced(), Provisional: e.Provisional,
		Needs: []string{}, Accept: []string{}, Specs: []string{},
	}
	for _, n := range e.Needs {
		info.Needs = append(info.Needs, string(n))
	}
	for _, s := range e.Accept {
		info.Accept = append(info.Accept, s.String())
	}
	for _, s := range suite {
		if slices.Contains(s.Requirements, e.ID) {
			info.Specs = append(info.Specs, s.ID)
		}
	}
	return info
}

// levelText says how binding the rule is, and whether only the next release takes it for
// that.
func (r requirementInfo) levelText() string {
	if r.Provisional {
		return r.Level + " (provisional)"
	}
	return r.Level
}

func (a *app) requirementsCommand() *cobra.Command {
	c := a.listing("requirements", "List the catalogue: every rule, where it is documented and which specs claim it",
		func() (listing, error) {
			suite, err := runner.Suite()
			if err != nil {
				return listing{}, exit.HarnessError("the suite: %v", err)
			}
			return rulesOf(requirement.All(), suite), nil
		})
	a.alsoAsSite(c)
	return c
}

// rulesOf lists entries of the catalogue, one in a line.
func rulesOf(entries []requirement.Entry, suite []runner.Spec) listing {
	list := []requirementInfo{}
	rows := [][]string{{"ID", "LEVEL", "PROFILE", "SPECS", "RULE"}}
	for _, e := range entries {
		info := describe(e, suite)
		list = append(list, info)
		rows = append(rows, []string{info.ID, info.levelText(), info.Profile, strconv.Itoa(len(info.Specs)), info.Rule})
	}
	return listing{list, rows}
}

// alsoAsSite adds the format html to a listing, which is written to a folder.
func (a *app) alsoAsSite(c *cobra.Command) {
	formats := []string{"text", "json", "html"}
	format, list := c.Flags().Lookup("format"), c.RunE
	format.Usage = "how to print: text or json, or html for a static site"
	folder := c.Flags().StringP("output", "o", "", "with --format=html: write the site into this `folder`")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := usage.Choice("format", format.Value.String(), formats); err != nil {
			return err
		}
		if format.Value.String() == "html" {
			return a.writeSite(*folder)
		}
		if *folder != "" {
			return exit.UsageError("--output is for --format=html; others go to standard output")
		}
		return list(c, args)
	}
}

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
