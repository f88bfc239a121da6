package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

// client writes the methods of the provider in a run.
func client(all []interfaces.Interface) string {
	var b strings.Builder
	b.WriteString("package client\n\n")
	for _, i := range all {
		name, base := interfaces.Unexported(i.Package, i.Name), "*object"
		if len(i.Embedded) > 0 {
			pkg, of, _ := strings.Cut(i.Embedded[0], ".")
			base = interfaces.Unexported(pkg, of)
		}
		fmt.Fprintf(&b, "type %s struct{ %s }\n\nvar _ %s.%s = (*%s)(nil)\n\n", name, base, i.Package, i.Name, name)
		for _, m := range i.Methods {
			if !special[method(i, m)] {
				b.WriteString(wrapper(i, m))
			}
		}
	}
	b.WriteString("// wrap returns an object of the far side as what it is.\n" +
		"func wrap(o *object, kind wire.ObjectKind) any {\nswitch kind {\n")
	for _, i := range all {
		fmt.Fprintf(&b, "case wire.Is%s%s:\nreturn &%s\n", prefix(i.Package), i.Name, literal(all, i))
	}
	b.WriteString("}\nreturn nil\n}\n")
	return b.String()
}

// literal is a value of an interface's type, around an object o.
func literal(all []interfaces.Interface, i interfaces.Interface) string {
	inner := "o"
	if len(i.Embedded) > 0 {
		at := slices.IndexFunc(all, func(e interfaces.Interface) bool { return e.Package+"."+e.Name == i.Embedded[0] })
		inner = literal(all, all[at])
	}
	return interfaces.Unexported(i.Package, i.Name) + "{" + inner + "}"
}

// wrapper is one method.
func wrapper(i interfaces.Interface, m interfaces.Method) string {
	var b strings.Builder
	name := interfaces.Unexported(i.Package, i.Name)
	fmt.Fprintf(&b, "// %s implements [%s.%s].\nfunc (of *%s) %s(", m.Name, i.Package, i.Name, name, m.Name)
	list := parameters(m)
	for n, p := range list {
		if n > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %s", p.Name, interfaces.Written(p.Type))
	}
	b.WriteString(") ")
	if m.Result != nil {
		b.WriteString(interfaces.Written(m.Result))
	}
	fmt.Fprintf(&b, " {\nc := of.begin(wire.%s)\n", method(i, m))
	for _, p := range list {
		if p.put != "" {
			b.WriteString(p.of(p.put) + "\n")
		}
	}
	b.WriteString("r := c.make()\n")
	if m.Result != nil {
		fmt.Fprintf(&b, "returned := returns[%s](r)\n", interfaces.Written(m.Result))
	}
	for _, p := range list {
		if p.fill != "" {
			b.WriteString(p.of(p.fill) + "\n")
		}
	}
	b.WriteString("r.end()\n")
	if m.Result != nil {
		b.WriteString("return returned\n")
	}
	b.WriteString("}\n\n")
	return b.String()
}
