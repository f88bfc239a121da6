package html

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/requirement"
)

// otherRules is the column of the rules that are not about one status.
const otherRules = "other"

// A matrix holds the rules of the catalogue by method and code.
type matrix struct {
	Codes  []string
	Blocks []block
	Rules  int
}

// claims returns, for each rule, the spec that its verdict comes from.
func claims(run *reports.Run) map[string]reports.Spec {
	claimed := map[string]reports.Spec{}
	for _, s := range run.Specs {
		for _, id := range s.Requirements {
			if first, has := claimed[id]; !has || s.Verdict.Weight() > first.Verdict.Weight() {
				claimed[id] = s
			}
		}
	}
	return claimed
}

// A block holds the rows of an interface.
type block struct {
	Interface string
	Rows      []matrixRow
}

type matrixRow struct {
	Key, Name string
	// Spec is the id of a spec of the row, if the run has one.
	Spec  string
	Cells []cell
}

// A cell holds the rules of a method about a code, if there are any.
type cell struct {
	Code    string
	Verdict reports.Verdict
	Count   int
	// Never says that the rules forbid the code.
	Never bool
	// Spec is the id of the spec that says most about the cell, if the run has one.
	Spec string
	Tip  string
}

func matrixOf(run *reports.Run, rules []reports.Rule) matrix {
	claimed := claims(run)
	byCell := map[[2]string][]reports.Rule{}
	rows := map[string]requirement.Entry{}
	m := matrix{}
	for _, r := range rules {
		if r.Interface == "" {
			continue // in no catalogue
		}
		m.Rules++
		rows[rowKey(r.Entry)] = r.Entry
		at := [2]string{rowKey(r.Entry), column(r.Entry)}
		byCell[at] = append(byCell[at], r)
		if c := column(r.Entry); !slices.Contains(m.Codes, c) {
			m.Codes = append(m.Codes, c)
		}
	}
	slices.SortFunc(m.Codes, byCode)
	byRow := func(a, b string) int {
		return cmp.Or(reports.ByInterface(rows[a].Interface, rows[b].Interface), cmp.Compare(a, b))
	}
	for _, key := range slices.SortedFunc(maps.Keys(rows), byRow) {
		m.add(key, rows[key], byCell, claimed)
	}
	return m
}

func (m *matrix) add(key string, e requirement.Entry, byCell map[[2]string][]reports.Rule,
	claimed map[string]reports.Spec,
) {
	if n := len(m.Blocks); n == 0 || m.Blocks[n-1].Interface != e.Interface {
		m.Blocks = append(m.Blocks, block{Interface: e.Interface})
	}
	row := matrixRow{Key: key, Name: rowName(e)}
	for _, code := range m.Codes {
		c := cellOf(code, byCell[[2]string{key, code}], claimed)
		row.Spec = cmp.Or(row.Spec, c.Spec)
		row.Cells = append(row.Cells, c)
	}
	last := &m.Blocks[len(m.Blocks)-1]
	last.Rows = append(last.Rows, row)
}

func cellOf(code string, rules []reports.Rule, claimed map[string]reports.Spec) cell {
	if len(rules) == 0 {
		return cell{}
	}
	c := cell{Code: code, Count: len(rules), Never: true}
	var verdicts []reports.Verdict
	var tips []string
	heaviest := 0
	for _, r := range rules {
		verdicts = append(verdicts, r.Verdict)
		c.Never = c.Never && r.Kind == requirement.NeverCompletion
		if s, has := claimed[r.ID]; has && (c.Spec == "" || r.Verdict.Weight() > heaviest) {
			c.Spec, heaviest = printable.Short(s.ID, 200), r.Verdict.Weight()
		}
		if len(rules) <= 4 {
			tips = append(tips, r.ID+": "+string(r.Verdict))
		}
	}
	c.Verdict = reports.Worst(verdicts...)
	c.Tip = strings.Join(tips, "\n")
	return c
}

func rowName(e requirement.Entry) string {
	name := cmp.Or(e.Method, "as a whole")
	if e.Request != "" {
		name += " · " + e.Request
	}
	return name
}

// byCode orders codes: success first, then pending, then the others by name, with
// numbers by their value, and last the rules without a code.
func byCode(a, b string) int {
	rank := func(code string) int {
		switch code {
		case "ND_SUCCESS":
			return 0
		case "ND_PENDING":
			return 1
		case otherRules:
			return 3
		}
		return 2
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(numberless(a), numberless(b)), cmp.Compare(len(a), len(b)),
		cmp.Compare(a, b))
}

func numberless(code string) string { return strings.TrimRight(code, "_0123456789") }
