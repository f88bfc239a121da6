package reports

import (
	"slices"
	"strconv"
	"time"

	"github.com/ndconform/ndconform/reports/frame"
)

// page is what the template shows. All text in it is printable and of a bounded
// length.
type page struct {
	frame.Frame

	Provider, ProviderVersion string
	Outcome                   outcome
	Started                   time.Time
	Took                      string
	Seed                      int64
	Codes                     string
	Total                     int
	Tiles                     []tile
	Profiles                  []profileRow
	Interfaces                []string
	Causes                    []causeView
	CausesLeft                int
	Groups                    []group
	Matrix                    matrix
	Waivers                   []waiverView
	Timing                    timing
	Repeats                   *repeatsView
	Environment               []fact2
	Adapter                   []adapterFact
	TwoAdapters               bool
	Explored                  *exploredView
}

// A tile is the count of a verdict. X and Width are its part of the bar, in
// percent.
type tile struct {
	Verdict  Verdict
	Title    string
	Meaning  string
	Count    int
	X, Width string
}

type profileRow struct {
	Name    string
	Verdict Verdict
	Words   string
	Kept    int
	Total   int
	Detail  string
	// Limits says what a profile that is met does not prove.
	Limits string
}

func newPage(run *Run, rules []rule) *page {
	o := outcomeOf(run, rules)
	if run.Incomplete == "" { // otherwise Detail is not in this program's own words
		o.Detail = frame.Numbers(o.Detail)
	}
	o.Detail = Clip(o.Detail, 4096)
	p := &page{
		Provider:        Short(run.Provider, 200),
		ProviderVersion: Short(run.Environment.ProviderVersion, 100),
		Outcome:         o,
		Started:         run.Started.UTC(),
		Took:            duration(run.Seconds),
		Seed:            run.Seed,
		Codes:           run.codesWords(),
		Total:           len(run.Specs),
		Tiles:           tilesOf(run),
		Profiles:        profileRows(profilesOf(rules)),
		Interfaces:      interfacesOf(rules),
		Groups:          groupsOf(run, rules),
		Matrix:          matrixOf(run, rules),
		Waivers:         waiversOf(run),
		Timing:          timingOf(run),
		Repeats:         repeatsOf(run),
		Environment:     environmentOf(run),
		Adapter:         adapterOf(run),
		TwoAdapters:     run.Environment.PeerAdapter != nil,
		Explored:        exploredOf(run),
	}
	p.Causes, p.CausesLeft = causesOf(run)
	if run.Explored != nil { // an exploration judges no profile
		p.Profiles, p.Matrix, p.Timing = nil, matrix{}, timing{}
	}
	return p
}

func tilesOf(run *Run) []tile {
	count := map[Verdict]int{}
	for _, s := range run.Specs {
		count[s.Verdict.known()]++
	}
	var tiles []tile
	before := 0
	for _, v := range []Verdict{Pass, Warn, Fail, Error, Waived, Unobservable, Unsupported, NotRun} {
		tiles = append(tiles, tile{
			Verdict: v, Title: v.Title(), Meaning: v.Meaning(), Count: count[v],
			X: percent(before, len(run.Specs)), Width: percent(count[v], len(run.Specs)),
		})
		before += count[v]
	}
	return tiles
}

func percent(n, of int) string {
	return strconv.FormatFloat(100*float64(n)/float64(max(of, 1)), 'f', 3, 64) + "%"
}

func profileRows(profiles []Profile) []profileRow {
	var rows []profileRow
	for _, p := range profiles {
		row := profileRow{
			Name: Short(string(p.Name), 60), Verdict: p.Verdict, Words: standingWords[p.Verdict],
			Kept: p.Kept, Total: p.Total, Detail: frame.Numbers(p.detail()),
		}
		if p.Verdict == Pass {
			row.Limits = p.Name.Info().Limits
		}
		rows = append(rows, row)
	}
	return rows
}

func interfacesOf(rules []rule) []string {
	var list []string
	for _, r := range rules {
		if r.Interface != "" && !slices.Contains(list, r.Interface) {
			list = append(list, r.Interface)
		}
	}
	slices.SortFunc(list, ByInterface)
	return list
}
