package coverage

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/selftest/legal"
	"github.com/ndconform/ndconform/selftest/mutant/all"
)

// A coverage is the catalogue with what exists for each entry.
type coverage struct {
	entries  []covered
	specs    int
	variants map[string]verdicts
}

type covered struct {
	requirement.Entry
	specs   []string
	mutants []foundMutant
	// verdict is the first verdict of its specs that is no pass.
	verdict reports.Verdict
}

// A foundMutant is a mutant, without its entry, and the spec that has found it.
type foundMutant struct{ name, killer string }

func coverageOf(suite []runner.Spec, seen observations) *coverage {
	c := &coverage{specs: len(suite), variants: seen.Variants}
	for _, e := range requirement.All() {
		one := covered{Entry: e, verdict: reports.Pass}
		for _, s := range suite {
			if !slices.Contains(s.Requirements, e.ID) {
				continue
			}
			one.specs = append(one.specs, s.ID)
			if one.verdict == reports.Pass {
				one.verdict = seen.Specs[s.ID]
			}
		}
		for _, m := range all.Mutants() {
			if m.Breaks == e.ID {
				one.mutants = append(one.mutants, foundMutant{strings.TrimPrefix(m.ID, e.ID+"/"), seen.Mutants[m.ID]})
			}
		}
		c.entries = append(c.entries, one)
	}
	return c
}

const coverageIntro = `<!-- Written by go test ./internal/coverage -update; see make coverage. -->

# Coverage

What there is for each rule of the catalogue, %d in all: the specs that claim it (%d), the mutants of the engine that
break it (%d, see selftest.md), and what was observed on the engine. Rules that judge nobody have no mutants.

- A spec's id begins with its rule's id; the table shows the rest: ` + "`·`" + ` for none, ` + "`/variant`" + ` for a
  variant. A spec whose id begins with another rule's is shown with its whole id.
- A mutant's id is shown without its rule's. Where only a spec of another rule noticed the mutant, that spec follows it.

At the end are the statements of the documents, and the legal variants (%d, see selftest.md), which no spec may fail.
`

func (c *coverage) markdown() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, coverageIntro, len(c.entries), c.specs, len(all.Mutants()), len(legal.All()))
	var interfaces []string
	for _, e := range c.entries {
		if !slices.Contains(interfaces, e.Interface) {
			interfaces = append(interfaces, e.Interface)
		}
	}
	slices.Sort(interfaces)
	for _, name := range interfaces {
		c.ofInterface(&b, name)
	}
	ofStatements(&b)
	c.ofVariants(&b)
	return b.Bytes()
}

// ofVariants lists the variants, with what was observed of each.
func (c *coverage) ofVariants(b *bytes.Buffer) {
	b.WriteString(
		"\n## Legal variants\n\n| variant | what it does | what permits it | pass | warn | fail | not judged |\n| --- | " +
			"--- | --- | --- | --- | --- | --- |\n")
	for _, v := range legal.All() {
		seen := c.variants[v.ID]
		fmt.Fprintf(b, "| `%s` | %s | %s (%s) | %d | %d | %d | %d |\n", v.ID, v.Differs, v.Permits, v.Source,
			seen[reports.Pass], seen[reports.Warn], seen[reports.Fail]+seen[reports.Error],
			seen[reports.Unsupported]+seen[reports.Unobservable])
	}
}

func (c *coverage) ofInterface(b *bytes.Buffer, name string) {
	fmt.Fprintf(b, "\n## %s\n", name)
	methods := map[string][]covered{}
	var order []string
	for _, e := range c.entries {
		if e.Interface != name {
			continue
		}
		if methods[e.Method] == nil {
			order = append(order, e.Method)
		}
		methods[e.Method] = append(methods[e.Method], e)
	}
	slices.Sort(order)
	for _, method := range order {
		if method == "" {
			fmt.Fprintf(b, "\n### The interface as a whole\n")
		} else {
			fmt.Fprintf(b, "\n### %s::%s\n", name, method)
		}
		b.WriteString("\n| rule | | specs | mutants | on the engine |\n| --- | --- | --- | --- | --- |\n")
		for _, e := range methods[method] {
			e.row(b)
		}
	}
}

func (e covered) row(b *bytes.Buffer) {
	about := strings.Join(slices.DeleteFunc([]string{e.Request, e.Code, string(e.Level)}, func(s string) bool {
		return s == "" || s == string(requirement.Must)
	}), ", ")
	specs := make([]string, len(e.specs))
	for i, id := range e.specs {
		switch short, own := strings.CutPrefix(id, e.ID); {
		case own && short == "":
			specs[i] = "`·`"
		case own && short[0] == '/':
			specs[i] = "`" + short + "`"
		default:
			specs[i] = "`" + id + "`"
		}
	}
	mutants := make([]string, len(e.mutants))
	for i, m := range e.mutants {
		mutants[i] = "`" + m.name + "`"
		if !slices.Contains(e.specs, m.killer) {
			mutants[i] += " (`" + m.killer + "`)"
		}
	}
	rule := "`" + e.ID + "`: " + strings.ReplaceAll(e.Rule, "|", `\|`)
	fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", rule, about, strings.Join(specs, " "), strings.Join(mutants, " "),
		e.verdict)
}
