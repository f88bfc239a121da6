package trace

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

func (r *Recorder) shown(c *call) finding.Call {
	shown := finding.Call{
		At: c.at.Seconds(), Thread: c.thread.number, Object: c.object, Method: c.method,
		Arguments: r.arguments(c), Result: r.results(c), Took: c.took.Seconds(), Unfinished: c.ended == 0,
	}
	if c.times > 1 {
		shown.Times = c.times
	}
	return shown
}

// arguments shows each argument behind its label. A label of _ is not shown, and what
// has a label that ends with ? is left out if it is nothing.
func (r *Recorder) arguments(c *call) string {
	labels := strings.Fields(c.labels)
	var parts []string
	for i, a := range c.args {
		label, optional := strings.CutSuffix(labels[i], "?")
		text := r.show(label, a)
		if optional && (text == "0" || text == "0x0" || text == "false" || text == "none") {
			continue
		}
		parts = append(parts, labeled(label, text))
	}
	return strings.Join(parts, ", ")
}

func (r *Recorder) results(c *call) string {
	var parts []string
	if c.result != nil {
		parts = append(parts, r.show("_", c.result))
	}
	for i := 0; i < len(c.out); i += 2 {
		label := c.out[i].(string)
		if c.out[i+1] != nil {
			parts = append(parts, labeled(label, r.show(label, c.out[i+1])))
		}
	}
	return strings.Join(parts, ", ")
}

func labeled(label, text string) string {
	if label == "_" {
		return text
	}
	return label + " " + text
}

// show is a value as a trace has it: nothing of it is a dump of Go's.
func (r *Recorder) show(label string, v any) string {
	if name := nameOf(v); name != "" {
		return name
	}
	switch v := v.(type) {
	case nil:
		return "none"
	case *nd2.Overlapped:
		if v == nil {
			return "no OVERLAPPED"
		}
		return r.alias("overlapped", v)
	case *nd1.Result:
		if v == nil {
			return "no result"
		}
		return r.alias("result", v)
	case sgeList:
		return r.entries(v)
	case []byte:
		return r.memory(v)
	case sockaddrBytes:
		return v.String()
	case dataBytes:
		return v.String()
	case nd1.MWDescriptor:
		base, length := v.Range()
		return fmt.Sprintf("a window of %d bytes at %s, token %s", length, r.remote(base), r.token(v.RemoteToken()))
	case ndk.GroupAffinity:
		return fmt.Sprintf("%#x of group %d", v.Mask, v.Group)
	case []nd2.Result:
		return results(v, func(e nd2.Result) string {
			return fmt.Sprintf("%v %v context %s%s", e.RequestType, e.Status, r.context(e.RequestContext),
				received(e.RequestType == nd2.RequestReceive, e.Status, uint64(e.BytesTransferred)))
		})
	case []nd1Result:
		return results(v, func(e nd1Result) string { return r.show("_", e.at) + " " + e.Status.String() })
	case []ndk.Result:
		return results(v, func(e ndk.Result) string {
			return fmt.Sprintf("%v context %s, %d bytes", e.Status, r.context(e.RequestContext), e.BytesTransferred)
		})
	case fmt.Stringer: // statuses, flags, GUIDs
		return v.String()
	}
	return r.number(label, v)
}

// number shows a number by what its label says that it is.
func (r *Recorder) number(label string, v any) string {
	switch n := v.(type) {
	case uintptr:
		if strings.HasSuffix(label, "context") {
			return r.context(n)
		}
	case uint64:
		if label == "to" {
			return r.remote(n)
		}
		return fmt.Sprintf("%#x", n)
	case uint32:
		if label == "token" {
			return r.token(n)
		}
	case nd1.MRHandle:
		return r.alias("handle", n)
	case bool, string, int, int32, uint16:
	default:
		return fmt.Sprintf("a %T", v)
	}
	return fmt.Sprint(v)
}

// smallContext is up to where a context is shown as the number that it is.
const smallContext = 0xffff

func (r *Recorder) context(c uintptr) string {
	if c <= smallContext {
		return fmt.Sprint(c)
	}
	return r.alias("#", c)
}

func (r *Recorder) token(t uint32) string {
	if name := r.tokens[t]; name != "" {
		return fmt.Sprintf("%#x of %s", t, name)
	}
	return fmt.Sprintf("%#x", t)
}

func (r *Recorder) remote(address uint64) string {
	if name, ok := r.place(uintptr(address)); ok {
		return name
	}
	return fmt.Sprintf("%#x", address)
}

// memory shows where a buffer lies and how large it is, and never what is in it.
func (r *Recorder) memory(b []byte) string {
	if name, ok := r.place(addressOf(b)); ok {
		return fmt.Sprintf("%d bytes of %s", len(b), name)
	}
	return fmt.Sprintf("%d bytes", len(b))
}

// foreign shows the token given for a buffer, or says that it is the token of the region in which the buffer lies.
func (r *Recorder) foreign(token uint32, b []byte) string {
	place, ok := r.place(addressOf(b))
	if owner, _, _ := strings.Cut(place, "+"); ok && r.tokens[token] == owner {
		return " by its token"
	}
	return " by token " + r.token(token)
}

// entriesMost and resultsMost are how many are shown.
const entriesMost, resultsMost = 4, 8

func results[T any](list []T, one func(T) string) string {
	if len(list) == 0 {
		return "0 results"
	}
	return "[" + joined(list[:min(len(list), resultsMost)], len(list), one) + "]"
}

// joined shows the first entries of a list, and how many more there are.
func joined[T any](first []T, of int, one func(T) string) string {
	var parts []string
	for _, e := range first {
		parts = append(parts, one(e))
	}
	if more := of - len(first); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

func received(receive bool, s nd2.Status, size uint64) string {
	if !receive || s != nd2.Success {
		return ""
	}
	return fmt.Sprintf(", %d bytes", size)
}

// value is what a pointer points to now, or nil.
func value[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}
