package html

import (
	"slices"
	"strconv"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

// page is what the template shows. All text in it is printable and of a bounded
// length.
type page struct {
	frame.Frame

	Kind, Title               string
	Provider, ProviderVersion string
	Outcome                   reports.Outcome
	Started                   time.Time
	Took                      string
	Seed                      int64
	Drawing                   reports.Drawing
	Codes                     string
	Total                     int
	Tiles                     []Tile
	Profiles                  []ProfileRow
	Interfaces                []string
	Causes                    []causeView
	CausesLeft                int
	Groups                    []group
	Matrix                    matrix
	// Sections are what the page has beneath the matrix.
	Sections []document.Section
	// Explored and Watched say what was run, if it was not the suite.
	Explored, Watched bool
}

// A Tile is the count of a verdict. X and Width are its part of the bar, in
// percent.
type Tile struct {
	Verdict  reports.Verdict
	Title    string
	Meaning  string
	Count    int
	X, Width string
}

// A ProfileRow is where the run stands in a profile.
type ProfileRow struct {
	Name    string
	Verdict reports.Verdict
	Words   string
	Kept    int
	Total   int
	Detail  string
	// Limits says what a profile that is met does not prove.
	Limits string
}

func newPage(run *reports.Run, rules []reports.Rule) *page {
	o := reports.OutcomeOf(run, rules)
	if run.Incomplete == "" { // otherwise Detail is not in this program's own words
		o.Detail = frame.Numbers(o.Detail)
	}
	o.Detail = printable.Clip(o.Detail, 4096)
	p := &page{
		Provider:        printable.Short(run.Provider, 200),
		ProviderVersion: printable.Short(run.Environment.ProviderVersion, 100),
		Outcome:         o,
		Started:         run.Started.UTC(),
		Took:            frame.Duration(run.Seconds),
		Seed:            run.Seed,
		Drawing:         run.Drawing,
		Codes:           run.CodeWords(),
		Total:           len(run.Specs),
		Tiles:           Tiles(run),
		Profiles:        ProfileRows(reports.ProfilesOf(rules)),
		Interfaces:      interfacesOf(rules),
		Groups:          groupsOf(run, rules),
		Matrix:          matrixOf(run, rules),
	}
	p.Kind, p.Explored, p.Watched = kindOf(run), run.Explored != nil, run.Watched != nil
	p.Title = o.Words + " · " + p.Provider
	p.Causes, p.CausesLeft = causesOf(run)
	if !run.JudgesProfiles() {
		p.Profiles, p.Matrix = nil, matrix{}
	}
	for _, s := range sectionsOf(run) {
		if s.Blocks = document.OnPage(s.Blocks); len(s.Blocks) > 0 {
			p.Sections = append(p.Sections, s)
		}
	}
	return p
}

// sectionsOf are what a page has beneath the specs; those that say nothing of the run have no blocks.
func sectionsOf(run *reports.Run) []document.Section {
	var list []document.Section
	if run.Explored != nil {
		list = append(list, exploredOf(run.Explored))
	}
	if run.Watched != nil {
		list = append(list, watchedOf(run.Watched))
	}
	if run.JudgesProfiles() {
		list = append(list, timeOf(run))
	}
	if run.Repeats != nil {
		list = append(list, repeatsOf(run.Repeats))
	}
	return append(list, waiversOf(run), environmentOf(run))
}

// kindOf says what a page is: only a run of the suite says anything of conformance.
func kindOf(run *reports.Run) string {
	switch {
	case run.Watched != nil:
		return "a NetworkDirect v2 program, watched"
	case run.Explored != nil && run.Explored.Soak != nil:
		return "soak of a NetworkDirect v2 provider"
	case run.Explored != nil:
		return "exploration of a NetworkDirect v2 provider"
	}
	return "NetworkDirect v2 conformance report"
}

// Tiles counts the specs of a run by verdict.
func Tiles(run *reports.Run) []Tile {
	count := map[reports.Verdict]int{}
	for _, s := range run.Specs {
		count[s.Verdict.Known()]++
	}
	var tiles []Tile
	before := 0
	for _, v := range []reports.Verdict{
		reports.Pass, reports.Warn, reports.Fail, reports.Error, reports.Waived,
		reports.Unobservable, reports.Unsupported, reports.NotRun,
	} {
		tiles = append(tiles, Tile{
			Verdict: v, Title: v.Title(), Meaning: v.Meaning(), Count: count[v],
			X: percent(before, len(run.Specs)), Width: percent(count[v], len(run.Specs)),
		})
		before += count[v]
	}
	return tiles
}

// short is a name as all of the page has it, so that links lead to it.
func short(name string) string { return printable.Short(name, 200) }

func percent(n, of int) string {
	return strconv.FormatFloat(100*float64(n)/float64(max(of, 1)), 'f', 3, 64) + "%"
}

// ProfileRows are the rows of a table of profiles.
func ProfileRows(profiles []reports.Profile) []ProfileRow {
	var rows []ProfileRow
	for _, p := range profiles {
		row := ProfileRow{
			Name: printable.Short(string(p.Name), 60), Verdict: p.Verdict, Words: reports.StandingWords[p.Verdict],
			Kept: p.Kept, Total: p.Total, Detail: frame.Numbers(p.Detail()),
		}
		if p.Verdict == reports.Pass {
			row.Limits = p.Name.Info().Limits
		}
		rows = append(rows, row)
	}
	return rows
}

func interfacesOf(rules []reports.Rule) []string {
	var list []string
	for _, r := range rules {
		if r.Interface != "" && !slices.Contains(list, r.Interface) {
			list = append(list, r.Interface)
		}
	}
	slices.SortFunc(list, reports.ByInterface)
	return list
}
