package results

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/requirement"
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
	Columns        []string // the profiles that some row has
	Rows           []row
}

// Wide is how many columns there are between the first and the standing.
func (p page) Wide() int { return 2 + len(p.Columns) }

// A row is a result as it is shown.
type row struct {
	Verdict                    reports.Verdict
	Standing, Bundle, Signer   string
	Verified                   bool
	Provider, Version, Options string
	Subject, SHA256, Suite     string
	Attested                   string
	Adapter, Date, Started     string
	Profiles                   []profileCell // as many as there are columns
	Report                     string
	Problems, Notes            []string
	// SortProvider is what the script sorts by; it is empty for what does not verify, which comes last.
	SortProvider string
}

// A profileCell is where a certificate stands in a profile: in few words, and in all.
type profileCell struct {
	Name, Words, Detail string
	Verdict             reports.Verdict
}

// HTML writes a page with a row for each result. checker is the release that checked them, and at is when.
func HTML(list []Result, checker string, at time.Time) ([]byte, error) {
	verified := CountVerified(list)
	p := page{
		Frame: frame.New(pageStyle, sortScript), Verdict: reports.Pass,
		Title:   frame.Number(verified) + " of " + frame.Count(len(list), "certificate", "certificates") + " verified",
		Checker: short(checker), Checked: at.UTC().Format("2 January 2006"),
	}
	profiles := columns(list)
	for _, name := range profiles {
		p.Columns = append(p.Columns, short(string(name)))
	}
	for _, r := range list {
		one := rowOf(r, profiles)
		p.Rows = append(p.Rows, one)
		p.Verdict = reports.Worst(p.Verdict, one.Verdict)
	}
	if verified == 0 {
		p.Verdict = reports.Fail
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}

// columns are the profiles that some verified certificate speaks of, core first.
func columns(list []Result) (names []requirement.Profile) {
	for _, info := range requirement.Profiles() {
		speaks := func(r Result) bool { return r.Standing == Verified && r.profile(info.Profile) != nil }
		if slices.ContainsFunc(list, speaks) {
			names = append(names, info.Profile)
		}
	}
	return names
}

// profile returns what the certificate says of a profile; nil if it says nothing.
func (r Result) profile(name requirement.Profile) *reports.Profile {
	if r.Claim == nil {
		return nil
	}
	i := slices.IndexFunc(r.Certificate.Profiles, func(p reports.Profile) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Certificate.Profiles[i]
}

func rowOf(r Result, profiles []requirement.Profile) row {
	one := row{
		Verdict: reports.Fail, Standing: string(r.Standing), Bundle: short(r.name()),
		Signer: short(cmp.Or(base(r.Key), r.Signer)),
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
	one.Verdict, one.Verified = reports.Warn, true
	if c.Attestation == reports.Independent && len(c.Unreleased) == 0 {
		one.Verdict = reports.Pass
	}
	one.Provider, one.Version, one.Options = short(c.Provider), short(c.ProviderVersion), short(c.Options)
	one.Subject, one.SHA256, one.Suite = short(r.Subject.Name), short(r.Subject.SHA256), short(c.Version)
	one.Adapter, one.SortProvider = short(r.Adapter), strings.ToLower(one.Provider)+" "+one.Version
	one.Date, one.Started = c.Started.UTC().Format("2 Jan 2006"), c.Started.UTC().Format(time.RFC3339)
	for _, name := range profiles {
		one.Profiles = append(one.Profiles, cellOf(r, name, one.Verdict))
	}
	return one
}

// cellOf is where a certificate stands in a profile. A granted profile has its row's verdict.
func cellOf(r Result, name requirement.Profile, granting reports.Verdict) profileCell {
	cell := profileCell{Name: short(string(name)), Words: reports.StandingWords[reports.NotRun], Verdict: reports.NotRun}
	p := r.profile(name)
	if p == nil {
		return cell
	}
	cell.Verdict, cell.Words, cell.Detail = p.Verdict, reports.StandingWords[p.Verdict], frame.Numbers(p.Counts())
	switch {
	case granted(&r.Certificate, *p):
		cell.Verdict, cell.Words = granting, frame.Numbers(fmt.Sprintf("%d / %d", p.Kept, p.Total))
	case p.Verdict == reports.Pass: // it is worth nothing without core
		cell.Verdict, cell.Words = reports.NotRun, "not granted"
	}
	return cell
}

const sentenceMost = 400 // runes of a problem or a note
