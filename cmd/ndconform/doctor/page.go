// Package doctor says in one page what a machine has for NetworkDirect, and what a run would lack there: what a
// vendor's support asks a customer for.
package doctor

import (
	"fmt"
	"strings"
)

// A Page is what a machine has, in the order in which it is shown.
type Page struct {
	// Program is the name by which a user starts a run.
	Program string `json:"-"`
	// Provider is the selector of the provider that a run is to start with, and Starts says that it could.
	Provider string `json:"provider"`
	Starts   bool   `json:"starts"`
	// Instead is a provider that a run could start with, though it is not the one asked for; empty if there is none.
	Instead  string    `json:"instead,omitempty"`
	Sections []Section `json:"sections"`
}

// A Section is what one probe has found.
type Section struct {
	Title string `json:"title"`
	Facts []Fact `json:"facts"`
}

// A Fact is one thing about the machine.
type Fact struct {
	// Name is the thing, and Says is what was found.
	Name string `json:"name"`
	Says string `json:"says"`
	// Lacking says that a run needs something else. Mend is what to do, a command where there is one.
	Lacking bool   `json:"lacking,omitempty"`
	Mend    string `json:"mend,omitempty"`
	// Selector chooses the installed provider that the fact describes, if any.
	Selector string `json:"selector,omitempty"`
}

// Text lays the page out for people.
func (p *Page) Text() string {
	var b strings.Builder
	width := 0
	for _, s := range p.Sections {
		for _, f := range s.Facts {
			width = max(width, len(f.Name))
		}
	}
	for _, s := range p.Sections {
		fmt.Fprintf(&b, "%s\n", s.Title)
		for _, f := range s.Facts {
			f.write(&b, width)
		}
		b.WriteByte('\n')
	}
	if p.Starts {
		fmt.Fprintf(&b, "A run can start: %s --provider=%s\n", p.Program, p.Provider)
		return b.String()
	}
	fmt.Fprintf(&b, "A run with --provider=%s can't start here: see the lines that begin with \"!\"\n", p.Provider)
	if p.Instead != "" {
		fmt.Fprintf(&b, "A run without an adapter can start: %s --provider=%s\n", p.Program, p.Instead)
	}
	return b.String()
}

func (f *Fact) write(b *strings.Builder, width int) {
	mark := ' '
	if f.Lacking {
		mark = '!'
	}
	fmt.Fprintf(b, "%c %-*s  %s\n", mark, width, f.Name, f.Says)
	if f.Mend != "" {
		fmt.Fprintf(b, "  %-*s  -> %s\n", width, "", f.Mend)
	}
}

// size says an amount of memory in words.
func size(bytes uint64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.0f MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}
