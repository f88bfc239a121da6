package speed

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/reports/document"
)

// A Table has the measurements of one group and op, as text and pages show them: what they vary to the left,
// what was measured to the right.
type Table struct {
	Group string
	document.Table
	// keys is how many of the columns are what varies; they come first.
	keys int
	// noisy says that most figures of the report are uncertain: then a row's ± says it, and no remark.
	noisy bool
}

// A key is something that measurements vary: its head, and its value in a measurement, as a number if it is one,
// and in words.
type key struct {
	head  string
	value func(*Measurement) int
	words func(*Measurement) string
}

func number(head string, value func(*Measurement) int, words func(int) string) key {
	return key{head, value, func(m *Measurement) string {
		if value(m) == 0 {
			return ""
		}
		return words(value(m))
	}}
}

func count(head string, value func(*Measurement) int) key { return number(head, value, strconv.Itoa) }

var (
	sizeKey       = number("size", func(m *Measurement) int { return m.Size }, Size)
	windowKey     = count("window", func(m *Measurement) int { return m.Window })
	queuePairsKey = count("queue pairs", func(m *Measurement) int { return m.QueuePairs })
	batchKey      = count("batch", func(m *Measurement) int { return m.Batch })
	connectionKey = count("connections", func(m *Measurement) int { return m.Connections })
	waitKey       = key{"wait", nil, func(m *Measurement) string { return m.Wait }}
	flagsKey      = key{"flags", nil, func(m *Measurement) string { return strings.Join(m.Flags, ", ") }}
)

// callKey is all that calls of the control path vary: few have a size or are made at once.
var callKey = key{"call", nil, func(m *Measurement) string {
	words := m.Op
	if m.Size > 0 {
		words += " " + Size(m.Size)
	}
	for _, flag := range m.Flags {
		words += ", " + flag
	}
	if m.Connections > 1 {
		words += ", " + strconv.Itoa(m.Connections) + " at once"
	}
	return words
}}

// keys are in the order in which a table has them.
var keys = []key{waitKey, flagsKey, connectionKey, queuePairsKey, sizeKey, windowKey, batchKey}

// Tables returns the tables of a report, in the order of the groups.
func Tables(r *Report) []Table {
	var list []Table
	for _, group := range Groups() {
		var names []string
		of := map[string][]*Measurement{}
		for i := range r.Measurements {
			m := &r.Measurements[i]
			if m.Group != group {
				continue
			}
			name := cmp.Or(m.Workload, m.Op)
			if group == "control" { // hardly any has more than one row
				name = "Calls"
			}
			if of[name] == nil {
				names = append(names, name)
			}
			of[name] = append(of[name], m)
		}
		for _, name := range names {
			list = append(list, tableOf(group, name, of[name], r.Resolved() > unsteady))
		}
	}
	return list
}

// unsteady is the uncertainty, as a part of 1, above which a figure is unstable.
const unsteady = 0.05

func tableOf(group, op string, of []*Measurement, noisy bool) Table {
	t := Table{Group: group, noisy: noisy, Table: document.Table{Name: op, Caption: true, Class: "figures"}}
	vary, same := split(of)
	if group == "control" || group == "workload" {
		vary, same = []key{callKey}, nil
	}
	t.Same = strings.Join(same, ", ")
	across, has := acrossOf(group, of, vary)
	if has {
		vary = slices.DeleteFunc(vary, func(k key) bool { return k.head == across.head })
	}
	rank := ranks(vary, of)
	slices.SortStableFunc(of, func(a, b *Measurement) int { return slices.Compare(rank[a], rank[b]) })
	for _, k := range vary {
		t.Columns = append(t.Columns, document.Column{Head: k.head, Number: k.value != nil})
	}
	t.keys = len(vary)
	if has {
		t.pivot(of, vary, rank, across)
	} else {
		t.list(of, vary)
	}
	return t
}

// split says which keys vary among measurements, and what the others are.
func split(of []*Measurement) (vary []key, same []string) {
	for _, k := range keys {
		first := k.words(of[0])
		switch {
		case slices.ContainsFunc(of, func(m *Measurement) bool { return k.words(m) != first }):
			vary = append(vary, k)
		case first == "":
		case k.head == waitKey.head:
			same = append(same, WaitWords(first))
		case k.head == flagsKey.head:
			same = append(same, first)
		default:
			same = append(same, k.head+" "+first)
		}
	}
	return vary, same
}

// WaitWords says how results were waited for.
func WaitWords(wait string) string {
	switch wait {
	case "poll":
		return "polling"
	case "event":
		return "waiting for an event"
	case "port":
		return "waiting at a completion port"
	}
	return wait
}

// ranks order measurements by what they vary: numbers by their size, words as the report has them.
func ranks(vary []key, of []*Measurement) map[*Measurement][]int {
	list := map[*Measurement][]int{}
	for _, k := range vary {
		var seen []string
		for _, m := range of {
			if k.value != nil {
				list[m] = append(list[m], k.value(m))
				continue
			}
			if !slices.Contains(seen, k.words(m)) {
				seen = append(seen, k.words(m))
			}
			list[m] = append(list[m], slices.Index(seen, k.words(m)))
		}
	}
	return list
}
