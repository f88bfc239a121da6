package trace

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// A form is a text that has been taken apart.
type form struct {
	// labels are those of the parameters that are shown, with spaces between.
	labels        string
	given, filled []part
}

// A part is a value that is shown: the parameter in a place, or the next value that the call returns.
type part struct {
	label, is string
	place     int
}

var forms = func() map[string]form {
	list := map[string]form{}
	for method, text := range texts {
		given, filled, _ := strings.Cut(text, "→")
		f := form{given: parts(given), filled: parts(filled)}
		for _, p := range f.given {
			f.labels += p.label + " "
		}
		list[method] = f
	}
	return list
}()

func parts(text string) (list []part) {
	for i, word := range strings.Fields(text) {
		if label, is, _ := strings.Cut(word, ":"); label != "-" {
			list = append(list, part{label, is, i})
		}
	}
	return list
}

// arguments are those of a call that are shown.
func (f form) arguments(k *calls.Call) []any {
	if len(f.given) == 0 {
		return nil
	}
	all := k.Arguments()
	for i, p := range f.given {
		all[i] = as(p.is, all[p.place])
	}
	return all[:len(f.given)]
}

// as is a parameter as what it is.
func as(is string, v any) any {
	switch v := v.(type) {
	case []byte:
		switch is {
		case "address":
			return sockaddr(v)
		case "data":
			return data(v)
		case "room":
			return room(v)
		}
	case []nd2.Result: // to be filled
		return len(v)
	case []*nd1.Result:
		return len(v)
	case []ndk.Result:
		return len(v)
	}
	return v
}

// results are a label and a value in turn of what a call has returned by pointers, and then of what
// it has put into the room that it was given, whose size is the last of these.
func (f form) results(k *calls.Call) (list []any) {
	if len(f.filled) == 0 {
		return nil
	}
	all := k.Arguments()
	var last any
	n := 0
	for _, a := range all {
		if v, ok := pointed(a); ok {
			list, last = append(list, f.filled[n].label, v), v
			n++
		}
	}
	for _, p := range f.given {
		if p.is == "room" {
			in := f.filled[n]
			list = append(list, in.label, as(in.is, used(all[p.place].([]byte), last)))
		}
	}
	return list
}

// pointed is the number that a parameter points to, nil if it points nowhere.
func pointed(parameter any) (v any, ok bool) {
	switch p := parameter.(type) {
	case *uint16:
		return value(p), true
	case *uint32:
		return value(p), true
	case *uint64:
		return value(p), true
	case *uintptr:
		return value(p), true
	}
	return nil, false
}
