package results

import (
	"bytes"
	"cmp"
	_ "embed"
	"strings"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

//go:embed sort.js
var sortScript string

var pageTemplate = frame.Template(pageText)

// page is what the template shows. All text in it is printable and of a bounded length.
type page struct {
	frame.Frame
	Verdict        reports.Verdict
	Title, Checker string
	Checked        string
	Rows           []row
}

// A row is a result as it is shown.
type row struct {
	Verdict                    reports.Verdict
	Standing, Bundle, Signer   string
	Verified                   bool
	Provider, Version, Options string
	Subject, SHA256, Suite     string
	Attested                   string
	Adapter, Date, Started     string
	Profiles                   []profileRow
	Report                     string
	Problems, Notes            []string
	// SortProvider is what the script sorts by; it is empty for what does not verify, which comes last.
	SortProvider string
}

type profileRow struct {
	Name, Words string
	Verdict     reports.Verdict
}

// HTML writes a page with a row for each result. checker is the release that checked them, and at is when.
func HTML(list []Result, checker string, at time.Time) ([]byte, error) {
	verified := CountVerified(list)
	p := page{
		Frame: frame.New(pageStyle, sortScript), Verdict: reports.Pass,
		Title:   frame.Number(verified) + " of " + frame.Count(len(list), "certificate", "certificates") + " verified",
		Checker: short(checker), Checked: at.UTC().Format("2 January 2006"),
	}
	if verified < len(list) || verified == 0 {
		p.Verdict = reports.Fail
	}
	for _, r := range list {
		p.Rows = append(p.Rows, rowOf(r))
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}

func rowOf(r Result) row {
	one := row{
		Verdict: reports.Fail, Standing: string(r.Standing), Bundle: short(r.Bundle),
		Signer: short(cmp.Or(r.Key, r.Signer)),
		Report: r.Report,
	}
	for _, text := range r.Problems {
		one.Problems = append(one.Problems, printable.Short(text, sentenceMost))
	}
	for _, text := range r.Notes {
		one.Notes = append(one.Notes, printable.Short(text, sentenceMost))
	}
	if r.Claim == nil || r.Standing != Verified {
		return one
	}
	c := &r.Certificate
	one.Standing, one.Attested = r.standing(), short(c.Attested)
	one.Verdict, one.Verified = reports.Pass, true
	if len(c.Unreleased) > 0 {
		one.Verdict = reports.Warn
	}
	one.Provider, one.Version, one.Options = short(c.Provider), short(c.ProviderVersion), short(c.Options)
	one.Subject, one.SHA256, one.Suite = short(r.Subject.Name), short(r.Subject.SHA256), short(c.Version)
	one.Adapter, one.SortProvider = short(r.Adapter), strings.ToLower(one.Provider)+" "+one.Version
	one.Date, one.Started = c.Started.UTC().Format("2 January 2006"), c.Started.UTC().Format(time.RFC3339)
	for _, p := range shown(c) {
		pr := profileRow{Name: short(string(p.Name)), Words: frame.Numbers(p.Counts()), Verdict: reports.Pass}
		if !granted(c, p) {
			pr.Verdict, pr.Words = reports.Waived, "not granted; "+pr.Words
		}
		one.Profiles = append(one.Profiles, pr)
	}
	return one
}

const sentenceMost = 400 // runes of a problem or a note
