package gosource

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// A statement is a line of the spec.
type statement struct {
	// defines is the variable whose value text is, or empty.
	defines, text string
	// idle says that text has no effect other than its value.
	idle bool
}

// used returns the statements without unused variables, which Go does not allow.
func used(all []statement) []statement {
	for {
		dropped := false
		for i := range all {
			name := all[i].defines
			if name == "" || mentioned(all, i, name) {
				continue
			}
			dropped = true
			if all[i].idle {
				all = slices.Delete(all, i, i+1)
				break
			}
			all[i].defines = ""
		}
		if !dropped {
			return all
		}
	}
}

func mentioned(all []statement, but int, name string) bool {
	word := regexp.MustCompile(`\b` + name + `\b`)
	return slices.ContainsFunc(all[but+1:], func(s statement) bool { return word.MatchString(s.text) })
}

func (s statement) String() string {
	if s.defines == "" {
		return s.text
	}
	return s.defines + " := " + s.text
}

var flagNames = []struct {
	flag nd2.OpFlags
	name string
}{
	{nd2.SilentSuccess, "SilentSuccess"},
	{nd2.ReadFence, "ReadFence"},
	{nd2.SendAndSolicitEvent, "SendAndSolicitEvent"},
	{nd2.AllowRead, "AllowRead"},
	{nd2.AllowWrite, "AllowWrite"},
	{nd2.Inline, "Inline"},
}

// flags returns the flags of a request in Go.
func flags(f nd2.OpFlags) string {
	var names []string
	for _, one := range flagNames {
		if f&one.flag != 0 {
			names = append(names, "nd2."+one.name)
		}
	}
	if len(names) == 0 {
		return "0"
	}
	return strings.Join(names, "|")
}

// rights returns the access rights of a region in Go.
func rights(f nd2.RegionFlags) string {
	all := nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink
	if f == all {
		return "AllRights"
	}
	return fmt.Sprintf("nd2.RegionFlags(%#x)", uint32(f))
}

// list returns a scatter/gather list in Go.
func list(places []recorded.Place) string {
	switch len(places) {
	case 0:
		return "nil"
	case 1:
		return fmt.Sprintf("%s.List(%d, %d)", memory(places[0].Region), places[0].Offset, places[0].Length)
	}
	parts := make([]string, len(places))
	for i, p := range places {
		parts[i] = fmt.Sprintf("%s.Entry(%d, %d)", memory(p.Region), p.Offset, p.Length)
	}
	return "[]nd2.SGE{" + strings.Join(parts, ", ") + "}"
}

// memory returns the name of a region in a spec, want that of what the region must hold, end
// that of a queue pair, and window that of a memory window.
func memory(region string) string { return strings.Replace(region, "mr", "memory", 1) }
func want(region string) string   { return strings.Replace(region, "mr", "want", 1) }
func end(pair string) string      { return strings.Replace(pair, "qp", "end", 1) }
func window(name string) string   { return strings.Replace(name, "mw", "window", 1) }

var requests = map[string]nd2.RequestType{
	"Send": nd2.RequestSend, "Receive": nd2.RequestReceive, "Read": nd2.RequestRead, "Write": nd2.RequestWrite,
	"Bind": nd2.RequestBind, "Invalidate": nd2.RequestInvalidate,
}

// typeName returns a request type in Go.
func typeName(t nd2.RequestType) string {
	for name, one := range requests {
		if one == t {
			return "nd2.Request" + name
		}
	}
	return fmt.Sprintf("nd2.RequestType(%d)", t)
}

// statusName returns a status in Go.
func statusName(s nd2.Status) string {
	switch s {
	case nd2.Success:
		return "nd2.Success"
	case nd2.Canceled:
		return "nd2.Canceled"
	}
	return fmt.Sprintf("nd2.Status(%#x)", uint32(s))
}
