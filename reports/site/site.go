package site

import (
	"bytes"
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/requirement"
)

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

//go:embed search.js
var scriptText string

var pageTemplate = frame.Template(pageText)

// A Spec is a spec of the suite, and the ids that it claims.
type Spec struct {
	ID, Title, Place string
	Requirements     []string
}

// A Mutant is a way to break one entry of the catalogue, on purpose.
type Mutant struct{ ID, Breaks, What string }

// A Catalogue is what a site is made of.
type Catalogue struct {
	Entries []requirement.Entry
	Specs   []Spec
	Mutants []Mutant
	// Version is that of ndconform.
	Version string
}

// Write returns the files of the site by name. Each page needs its style sheet, its
// script and its index, which are beside it, and no server.
func Write(c Catalogue) (map[string][]byte, error) {
	words, err := indexOf(c.Entries)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"style.css": []byte(frame.Style() + styleText), "search.js": []byte(scriptText),
		"index.js": words,
	}
	pages := pagesOf(c)
	front := front{
		Version: c.Version, Rules: len(c.Entries), Specs: len(c.Specs), Mutants: len(c.Mutants),
		Interfaces: interfacesOf(pages),
	}
	files["index.html"], err = execute("index", front)
	if err != nil {
		return nil, err
	}
	for i, p := range pages {
		if i > 0 {
			p.Before = &pages[i-1].place
		}
		if i+1 < len(pages) {
			p.After = &pages[i+1].place
		}
		files[p.File], err = execute("method", p)
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

func execute(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	err := pageTemplate.ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}

// front is the first page.
type front struct {
	Version               string
	Rules, Specs, Mutants int
	Interfaces            []group
}

// A group holds the pages of an interface.
type group struct {
	Interface string
	Pages     []place
}

// A place is a page as other pages refer to it.
type place struct {
	File, Interface, Method, Name string
	Rules, Musts                  int
}

// A method is the page of a method, or of the rules of a whole interface.
type method struct {
	place
	Version       string
	Before, After *place
	List          []rule
}

// A rule is an entry as it is shown on its page.
type rule struct {
	requirement.Entry
	Links             []requirement.Link
	Preferred, Others []string
	Specs             []Spec
	Mutants           []Mutant
}

func pagesOf(c Catalogue) []*method {
	specs, mutants := claims(c.Specs), map[string][]Mutant{}
	for _, m := range c.Mutants {
		mutants[m.Breaks] = append(mutants[m.Breaks], m)
	}
	byFile := map[string]*method{}
	var pages []*method
	for _, e := range c.Entries {
		p := byFile[e.SitePage()]
		if p == nil {
			p = &method{
				place:   place{File: e.SitePage(), Interface: e.Interface, Method: e.Method, Name: nameOf(e)},
				Version: c.Version,
			}
			byFile[p.File] = p
			pages = append(pages, p)
		}
		p.add(e, specs[e.ID], mutants[e.ID])
	}
	slices.SortFunc(pages, func(a, b *method) int {
		return cmp.Or(reports.ByInterface(a.Interface, b.Interface), cmp.Compare(a.Method, b.Method))
	})
	return pages
}

func claims(specs []Spec) map[string][]Spec {
	of := map[string][]Spec{}
	for _, s := range specs {
		for _, id := range s.Requirements {
			of[id] = append(of[id], s)
		}
	}
	return of
}

func nameOf(e requirement.Entry) string {
	if e.Method == "" {
		return e.Interface + " as a whole"
	}
	return e.Interface + "::" + e.Method
}

func (p *method) add(e requirement.Entry, specs []Spec, mutants []Mutant) {
	r := rule{Entry: e, Links: e.Links(), Specs: specs, Mutants: mutants}
	for i, status := range e.Accept {
		if i < max(e.Preferred, 1) {
			r.Preferred = append(r.Preferred, status.String())
		} else {
			r.Others = append(r.Others, status.String())
		}
	}
	p.List = append(p.List, r)
	p.Rules++
	if e.Level == requirement.Must {
		p.Musts++
	}
}

// NeedsList lists what is needed to observe the rule.
func (r rule) NeedsList() string {
	var list []string
	for _, n := range r.Needs {
		list = append(list, string(n))
	}
	return strings.Join(list, ", ")
}

func interfacesOf(pages []*method) []group {
	var list []group
	for _, p := range pages {
		if len(list) == 0 || list[len(list)-1].Interface != p.Interface {
			list = append(list, group{Interface: p.Interface})
		}
		last := &list[len(list)-1]
		last.Pages = append(last.Pages, p.place)
	}
	return list
}
