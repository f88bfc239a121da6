package main

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

// byHandNative are the methods that package dll has by hand.
var byHandNative = map[string]bool{
	"nd2.Provider.QueryAddressList":    true, // begins with the chosen adapter
	"nd2.Provider.OpenAdapter":         true, // tells of stray writes
	"nd2.Adapter.CreateOverlappedFile": true,
	"nd2.CompletionQueue.GetResults":   true,
	"nd1.Provider.OpenAdapter":         true, // finds the adapter's file
	"nd1.Adapter.GetFileHandle":        true,
	"nd1.Adapter.CreateMemoryWindow":   true, // keeps the result of an Invalidate
	"nd1.CompletionQueue.GetResults":   true,
}

// native writes the provider's methods.
func native(all []interfaces.Interface) string {
	var b strings.Builder
	var kinds, counts strings.Builder
	for _, i := range all {
		fmt.Fprintf(&counts, "%s.IID%s: %d,\n", i.Package, i.Name, inherited(i)+len(i.Methods))
		if len(i.Methods) == 0 { // v1's window is v2's
			continue
		}
		base, made := "*object", "o"
		if overlapping(i) {
			base = interfaces.Unexported(i.Package, "Overlapping")
			made = base + "{o}"
		}
		fmt.Fprintf(&kinds, "case %s.IID%s:\no.kind = %q\nreturn &%s{%s}\n", i.Package, i.Name, i.Documented(), ident(i),
			made)
		fmt.Fprintf(&b, "// %s implements [%s.%s].\ntype %[1]s struct{ %[4]s }\n\n", ident(i), i.Package, i.Name, base)
		for _, m := range methods(i) {
			if !byHandNative[i.Package+"."+i.Name+"."+m.Name] {
				b.WriteString(m.native())
			}
		}
	}
	return "// methods is how many methods each interface has in its vtable. v1's window has the id of v2's, and no " +
		"methods.\nvar methods = map[nd2.GUID]int{\nnd2.IIDOverlapped: 5, iidClassFactory: 5,\n" + counts.String() + "}\n\n" +
		"// as returns the object as used through an interface.\nfunc (o *object) as(iid nd2.GUID) nd2.Unknown {\n" +
		"switch iid {\n" + kinds.String() + "}\nreturn o.asOther(iid)\n}\n\n" + b.String()
}

// native is a method of an object of the DLL's.
func (m method) native() string {
	var list []string
	for _, p := range m.Parameters {
		list = append(list, p.Name+" "+interfaces.Written(p.Type))
	}
	head := fmt.Sprintf("// %s implements [%s.%s].\nfunc (of *%s) %[1]s(%[5]s)", m.Name, m.of.Package, m.of.Name,
		ident(m.of), strings.Join(list, ", "))
	if m.Result != nil {
		head += " " + interfaces.Written(m.Result)
	}
	return head + " {\n" + m.nativeBody() + "}\n\n"
}

func (m method) nativeBody() string {
	var args []string
	framed := false
	for n := range m.Parameters {
		if arg := m.nativeArgument(n); arg != "" {
			args = append(args, arg)
			framed = framed || strings.HasPrefix(arg, "f.") || strings.Contains(arg, "(f, ")
		}
	}
	passed := strings.Join(append([]string{fmt.Sprint(m.place)}, args...), ", ")
	frame := ""
	if framed {
		frame = fmt.Sprintf("f := of.frame(%q)\n", m.Name)
	}
	out, creates := m.creates()
	list, addresses := m.has("*nd2.SocketAddressList")
	switch {
	case addresses:
		return fmt.Sprintf("return addressList(of.object, %d, %s, size)\n", m.place, list.Name)
	case creates && m.of.Package == "nd2":
		on := "nil"
		if file, ok := m.has("nd2.OverlappedFile"); ok {
			on = "own(" + file.Name + ")"
		}
		return fmt.Sprintf("return of.create(%q, %d, %s)\n", m.Name, m.place,
			strings.Join(append([]string{m.Parameters[0].Name, on, out.Name}, args...), ", "))
	case creates:
		of := interfaces.Written(out.Type.(*types.Pointer).Elem())
		return fmt.Sprintf("f := of.frame(%q)\nreturn createND1(f, of.object, %d, %s, %s)\n", m.Name, m.place,
			strings.Replace(of, ".", ".IID", 1), strings.Join(append([]string{out.Name}, args...), ", "))
	case m.Parameters != nil && m.Parameters[0].Name == "result":
		return m.nativeRequest(passed)
	}
	if _, ok := m.has("[]nd2.SGE"); ok {
		return fmt.Sprintf("return of.post(%s)\n", passed)
	}
	if o, ok := m.has("*nd2.Overlapped"); ok {
		return m.nativeOverlapped(o, frame, passed)
	}
	if frame != "" {
		frame += "defer f.end()\n"
	}
	switch {
	case m.Result == nil:
		return frame + fmt.Sprintf("of.call(%s)\n", passed)
	case interfaces.Written(m.Result) == "nd2.Status":
		return frame + fmt.Sprintf("return of.do(%s)\n", passed)
	}
	return frame + fmt.Sprintf("return %s(of.call(%s))\n", interfaces.Written(m.Result), passed)
}

// nativeRequest is the body of a method that posts a request of v1's.
func (m method) nativeRequest(passed string) string {
	keep := ""
	if _, ok := m.has("[]nd1.SGE"); ok {
		keep = "runtime.KeepAlive(sge)\n"
	}
	return fmt.Sprintf("f := of.frame(%q)\nr := of.results.proxyFor(result, false)\ns := of.do(%s)\nf.end()\n"+
		"of.settle(r, s)\n%sreturn s\n", m.Name, passed, keep)
}

// nativeOverlapped is the body of a method that makes an overlapped request. A frame that the request writes to stays
// until it is over.
func (m method) nativeOverlapped(o interfaces.Parameter, frame, passed string) string {
	done := "nil"
	switch {
	case strings.Contains(passed, "ref(f, "):
		done = "f.ender()"
	case frame != "":
		frame += "defer f.end()\n"
	}
	return fmt.Sprintf("%sreturn of.request(%s, %s, func(overlapped uintptr) nd2.Status {\nreturn of.do(%s)\n})\n", frame,
		o.Name, done, passed)
}

// nativeArgument is how a parameter is passed to the DLL; empty if create passes it.
func (m method) nativeArgument(n int) string {
	p := m.Parameters[n]
	switch written := interfaces.Written(p.Type); written {
	case "nd2.GUID":
		return ""
	case "uintptr":
		return p.Name
	case "int32":
		return "uintptr(uint32(" + p.Name + "))"
	case "nd2.OverlappedFile":
		return "handleOf(" + p.Name + ")"
	case "*nd2.Overlapped":
		return "overlapped"
	case "*nd1.Result":
		return "r"
	case "[]nd1.SGE":
		return "f.entries(sge), uintptr(len(sge))"
	case "[]nd2.SGE":
		return p.Name
	case "[]byte":
		return m.nativeBytes(p)
	}
	switch t := p.Type.(type) {
	case *types.Pointer:
		if types.IsInterface(t.Elem()) {
			return ""
		}
		if m.Name == "Query" && n < len(m.Parameters)-1 {
			return "roomOf(f, " + p.Name + ", size)"
		}
		return "ref(f, " + p.Name + ")"
	}
	if types.IsInterface(p.Type) {
		return "pointerTo(" + p.Name + ")"
	}
	return "uintptr(" + p.Name + ")"
}

// nativeBytes passes memory: a registered buffer as it is, other memory as a copy.
func (m method) nativeBytes(p interfaces.Parameter) string {
	address := "f.in(" + p.Name + ")"
	switch {
	case m.fills():
		return "f.room(" + p.Name + ", sizeOf(size))"
	case p.Name == "buffer":
		address = "addressOf(buffer)"
	case p.Name == "out":
		address = "f.room(out, 0)"
	}
	return address + ", uintptr(len(" + p.Name + "))"
}
