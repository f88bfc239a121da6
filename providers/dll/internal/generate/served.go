package main

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

// byHandServed are what package comdll makes of a method by hand.
var byHandServed = map[string]string{
	"nd2.Adapter.CreateOverlappedFile": "c.createFile(of)",
	"nd2.Adapter.Query":                "c.query(of)",
	"nd1.Provider.OpenAdapter":         "c.openV1(of)",
	"nd1.Adapter.GetFileHandle":        "c.object.file.pipe.client",
	"nd1.Adapter.Query":                "c.queryV1(of)",
	"nd1.Adapter.Control":              "of.Control(c.u32(1), nil, nil, out[uintptr](c, 6), c.overlapped(7))",
	"nd1.CompletionQueue.GetResults":   "c.resultsV1(of)",
}

// served writes the calls of a client's.
func served(all []interfaces.Interface) string {
	var kinds, vtables, b strings.Builder
	for _, i := range all {
		fmt.Fprintf(&kinds, "%s,\n", ident(i))
		call := ident(i) + "Call"
		if len(i.Methods) == 0 {
			call = "(*call).unknownCall"
		} else {
			b.WriteString(servedInterface(i))
		}
		fmt.Fprintf(&vtables, "k.%s = newKind(unsafe.Pointer(&C.comdll_%s), %d, %s)\n", ident(i), snake(ident(i)),
			inherited(i)+len(i.Methods), call)
	}
	const own = "k.opaque = newKind(unsafe.Pointer(&C.comdll_nd1_memory_window), 3, (*call).unknownCall)\n" +
		"k.factory = newKind(unsafe.Pointer(&C.comdll_factory), 5, factoryCall)\n"
	return "// kinds are the interfaces that the DLL implements; opaque is IUnknown.\nvar kinds struct {\n" +
		kinds.String() + "factory, opaque *kind\n}\n\nfunc init() {\nk := &kinds\n" + vtables.String() + own + "}\n\n" +
		b.String()
}

var capital = regexp.MustCompile("[A-Z]")

// snake is a name as C writes it.
func snake(name string) string {
	return strings.ToLower(capital.ReplaceAllString(name, "_$0"))
}

// servedInterface is the function that carries out a call of an interface's method.
func servedInterface(i interfaces.Interface) string {
	of := fmt.Sprintf("c.object.unknown.(%s.%s)", i.Package, i.Name)
	head := "of, ok := " + of + "\nif !ok || c.place <= release {\nreturn c.unknownCall()\n}\n"
	if overlapping(i) {
		head = "if c.place <= getOverlappedResult {\nreturn c.baseCall()\n}\nof := " + of + "\n"
	}
	list := methods(i)
	last := len(list) - 1
	var cases string
	for _, m := range list[:last] {
		cases += fmt.Sprintf("case %d:\n%s", m.place, m.served())
	}
	if cases != "" {
		cases = "switch c.place {\n" + cases + "}\n"
	}
	return fmt.Sprintf("func %sCall(c *call) uintptr {\n%s%s%s}\n\n", ident(i), head, cases, list[last].served())
}

// served carries out a method.
func (m method) served() string {
	if text, ok := byHandServed[m.of.Package+"."+m.of.Name+"."+m.Name]; ok {
		return "return uintptr(" + text + ")\n"
	}
	if _, ok := m.has("*nd2.SocketAddressList"); ok {
		return "return uintptr(addressList(c, of." + m.Name + "))\n"
	}
	var before string
	var args []string
	out, creates := m.creates()
	at := 1
	for _, p := range m.Parameters {
		arg := m.servedArgument(p, at)
		if m.fills() && interfaces.Written(p.Type) == "[]byte" {
			size := m.Parameters[len(m.Parameters)-1]
			before = fmt.Sprintf("%s, size := room[%s](c, %d)\n", p.Name, interfaces.Written(size.Type)[1:], at)
			arg = p.Name
		} else if m.fills() && p.Name == "size" {
			arg = p.Name
		}
		args, at = append(args, arg), at+m.width(p)
	}
	call := fmt.Sprintf("of.%s(%s)", m.Name, strings.Join(args, ", "))
	switch {
	case creates && m.of.Package == "nd2":
		file := "nil"
		if _, ok := m.has("nd2.OverlappedFile"); ok {
			before, file = "f, file := c.file(2)\n", "f"
		}
		return before + fmt.Sprintf("return c.create(kinds.%s, %s, func(iid nd2.GUID, to *nd2.Unknown) nd2.Status {\n"+
			"return %s\n})\n", out.Name, file, call)
	case creates:
		made := interfaces.Written(out.Type.(*types.Pointer).Elem())
		return fmt.Sprintf("return createV1(c, kinds.%s, func(to *%s) nd2.Status {\nreturn %s\n})\n",
			strings.Replace(made, ".", "", 1), made, call)
	case m.Result == nil:
		return call + "\nreturn 0\n"
	}
	return before + "return uintptr(" + call + ")\n"
}

// servedArgument is a parameter of a client's call, by its number.
func (m method) servedArgument(p interfaces.Parameter, at int) string {
	written := interfaces.Written(p.Type)
	by := func(how string) string { return fmt.Sprintf("%s(%d)", how, at) }
	switch written {
	case "nd2.GUID":
		return "iid"
	case "nd2.OverlappedFile":
		return "file"
	case "nd2.Unknown":
		return by("c.unknown")
	case "*nd2.Overlapped":
		return by("c.overlapped")
	case "[]nd2.Result":
		return by("c.results")
	case "[]nd1.SGE":
		return by("c.entriesV1")
	case "[]nd2.SGE":
		inline := "false" // or the data is read during the call
		if m.Name == "Send" || m.Name == "Write" {
			inline = "nd2.OpFlags(c.u32(c.last))&nd2.Inline != 0"
		}
		return fmt.Sprintf("c.entries(%d, %s)", at, inline)
	case "[]byte":
		return m.servedBytes(p, at)
	case "uint16":
		return by("c.u16")
	case "uint32":
		return by("c.u32")
	case "uintptr":
		return fmt.Sprintf("c.args[%d]", at)
	}
	switch t := p.Type.(type) {
	case *types.Pointer:
		if types.IsInterface(t.Elem()) {
			return "to"
		}
		how := "out"
		if p.Name == "remote" { // the method only reads it
			how = "in"
		}
		return fmt.Sprintf("%s[%s](c, %d)", how, interfaces.Written(t.Elem()), at)
	}
	if types.IsInterface(p.Type) {
		return fmt.Sprintf("passed[%s](c, %d, struct{ %[1]s }{})", written, at)
	}
	if t := p.Type.Underlying().(*types.Basic); t.Kind() == types.Uint32 {
		return fmt.Sprintf("%s(c.u32(%d))", written, at)
	}
	return fmt.Sprintf("%s(c.args[%d])", written, at)
}

// servedBytes is memory of a client's: what a request may never look at, what the provider checks, or what is read.
func (m method) servedBytes(p interfaces.Parameter, at int) string {
	switch {
	case p.Name == "buffer" && slices.Contains([]string{"QueuePair", "Endpoint"}, m.of.Name):
		return fmt.Sprintf("nowhere(c.args[%d], uint64(c.args[%d]))", at, at+1)
	case p.Name == "privateData" && m.of.Package == "nd2":
		return fmt.Sprintf("c.data(%d)", at)
	case p.Name == "buffer" || p.Name == "privateData":
		return fmt.Sprintf("c.memory(%d)", at)
	}
	return fmt.Sprintf("c.bytes(%d)", at)
}
