package requirement

import (
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// All lists every entry, sorted by id. The slice is the caller's.
func All() []Entry { return slices.Clone(catalogue().all) }

// Lookup finds the entry of an id.
func Lookup(id string) (Entry, bool) {
	e, ok := catalogue().byID[id]
	return e, ok
}

// Page lists the entries about what a method returns, sorted by id. The slice is
// shared.
func Page(iface, method string) []Entry { return catalogue().pages[page{iface, method}] }

type page struct{ iface, method string }

type index struct {
	all   []Entry
	byID  map[string]Entry
	pages map[page][]Entry
	// methods has the rules of each method, without those on results of requests.
	methods map[page][]Entry
}

var catalogue = sync.OnceValue(func() index {
	all := slices.Concat(parts()...)
	for i := range all {
		all[i].Strength = all[i].strength()
		all[i].Provisional = all[i].Level == Must && provisional(all[i].Introduced(), releases)
		if all[i].Strength == TestsOnly {
			inherit(&all[i].Rests, TestsGround)
		}
	}
	slices.SortFunc(all, func(a, b Entry) int { return strings.Compare(a.ID, b.ID) })
	byID := make(map[string]Entry, len(all))
	pages, methods := map[page][]Entry{}, map[page][]Entry{}
	for _, e := range all {
		byID[e.ID] = e
		p := page{e.Interface, e.Method}
		if e.Kind == Return {
			pages[p] = append(pages[p], e)
		}
		if e.Kind != Completion && e.Kind != NeverCompletion {
			methods[p] = append(methods[p], e)
		}
	}
	return index{all, byID, pages, methods}
})

// of fills in what a page's entries have in common: each field that an entry
// leaves empty is taken from common, a level left empty is MUST, an entry with a
// code and no accept set accepts just the code, and of two statuses for the same
// thing neither is preferred. [Entry.code], [Entry.faults] and [Entry.source] complete the rest.
func of(common Entry, entries ...Entry) []Entry {
	for i := range entries {
		e := &entries[i]
		inherit(&e.Interface, common.Interface)
		inherit(&e.Method, common.Method)
		inherit(&e.Kind, common.Kind)
		inherit(&e.Level, common.Level)
		inherit(&e.Level, Must)
		inherit(&e.Profile, common.Profile)
		inherit(&e.Source, common.Source)
		e.Source = e.source()
		inherit(&e.Request, common.Request)
		inherit(&e.Rests, common.Rests)
		inherit(&e.Since, common.Since)
		inherit(&e.Code, e.code())
		e.Needs = slices.Concat(common.Needs, e.Needs, e.faults())
		if e.Code == "ND_DEVICE_REMOVED" {
			inherit(&e.Rule, "After the adapter has been removed, the call fails with the code for that.")
		}
		if e.Profile == MemoryWindow && e.Level != Info {
			e.Needs = append(e.Needs, NeedWindow)
		}
		if status, ok := statusOf(e.Code); ok && e.Accept == nil && e.Kind != NeverCompletion {
			e.Accept = []nd2.Status{status}
		}
		if e.Preferred == 0 && len(e.Accept) > 1 && alike(e.Accept[0], e.Accept[1]) {
			e.Preferred = 2
		}
	}
	return entries
}

// code returns the status that an id ends with: ND_NO_MEMORY of "adapter.createlistener.nd-no-memory". The pages of
// v1 list those that methods return, and no others.
func (e *Entry) code() string {
	name := strings.ToUpper(strings.ReplaceAll(e.ID[strings.LastIndexByte(e.ID, '.')+1:], "-", "_"))
	if _, ok := statusOf(name); ok && (e.Profile != ND1 || e.Kind == Return) {
		return name
	}
	return ""
}

// faults are what it takes to see a status that only a fault brings about.
func (e *Entry) faults() []Need {
	switch e.Code {
	case "ND_DEVICE_REMOVED":
		return []Need{Fault(fault.AdapterRemoved)}
	case "ND_INSUFFICIENT_RESOURCES":
		return []Need{Fault(fault.OutOfResources)}
	case "ND_NO_MEMORY":
		return []Need{Fault(fault.OutOfMemory)}
	}
	return nil
}

// source completes what an entry says of its source: "Remarks" stands for those on the method's page. An entry that
// says nothing rests on the whole page.
func (e *Entry) source() string {
	page := e.Interface + "::" + e.Method
	if strings.HasPrefix(e.Interface, "IND2") {
		page = e.Interface + ".md, " + page
	}
	if e.Source == "" {
		return page
	}
	parts := strings.Split(e.Source, "; ")
	for i, part := range parts {
		if slices.Contains(partsOfPages, part) {
			parts[i] = page + ", " + part
		}
	}
	return strings.Join(parts, "; ")
}

// partsOfPages are what a method's page consists of.
var partsOfPages = []string{"Implementation Note", "Implementation Notes", "Parameters", "Remarks", "Return Value"}

// statusOf returns the status of a code's name. The NTSTATUS of a name that NDKPI's
// pages use is the ND status of the same number.
func statusOf(code string) (nd2.Status, bool) {
	if name, ok := strings.CutPrefix(code, "STATUS_"); ok {
		code = "ND_" + name
	}
	return nd2.StatusByName(code)
}

func inherit[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
