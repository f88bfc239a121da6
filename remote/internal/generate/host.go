package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

// host writes the calls of the far provider.
func host(all []interfaces.Interface) string {
	var b strings.Builder
	b.WriteString("package host\n\n// methods make the calls of the interfaces' methods, by their numbers.\n" +
		"var methods = [wire.Methods]func(*call){\n")
	for _, i := range all {
		for _, m := range i.Methods {
			b.WriteString(dispatched(i, m))
		}
	}
	b.WriteString("}\n\n")
	b.WriteString(kinds(all))
	return b.String()
}

// dispatched is one method.
func dispatched(i interfaces.Interface, m interfaces.Method) string {
	number := method(i, m)
	if _, byHand := special[number]; byHand {
		return fmt.Sprintf("wire.%s: %s,\n", number, interfaces.Unexported(i.Package, i.Name)+m.Name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "wire.%s: func(c *call) {\n", number)
	fmt.Fprintf(&b, "of := the[%s.%s](c, c.object)\n", i.Package, i.Name)
	var passed []string
	list := parameters(m)
	for _, p := range list {
		fmt.Fprintf(&b, "%s := %s\n", p.Name, p.take)
		passed = append(passed, p.of(p.pass))
	}
	call := fmt.Sprintf("of.%s(%s)", m.Name, strings.Join(passed, ", "))
	b.WriteString("c.end()\n")
	for _, p := range list {
		if p.take == "nd2.Unknown(untouched{})" {
			call = fmt.Sprintf("carried(%s, &%s)", call, p.Name)
		}
	}
	if m.Result != nil {
		call = fmt.Sprintf("wire.PutUint(&c.reply, %s)", call)
	}
	b.WriteString(call + "\n")
	for _, p := range list {
		if p.back != "" {
			b.WriteString(p.of(p.back) + "\n")
		}
	}
	b.WriteString("},\n")
	return b.String()
}

// kinds is the function that finds an object's interface. An interface that includes
// another comes before it.
func kinds(all []interfaces.Interface) string {
	list := slices.Clone(all)
	slices.SortStableFunc(list, func(a, b interfaces.Interface) int { return -cmp.Compare(size(all, a), size(all, b)) })
	var b strings.Builder
	b.WriteString("// kindOf returns the kind of an object.\nfunc kindOf(it any) wire.ObjectKind {\nswitch it.(type) {\n")
	for _, i := range list {
		if len(i.Methods) > 0 {
			fmt.Fprintf(&b, "case %s.%s:\nreturn wire.Is%s%s\n", i.Package, i.Name, prefix(i.Package), i.Name)
		}
	}
	b.WriteString("}\nreturn wire.IsUnknown\n}\n")
	return b.String()
}

// size counts the methods of an interface.
func size(all []interfaces.Interface, i interfaces.Interface) int {
	n := len(i.Methods)
	for _, e := range i.Embedded {
		n += size(all, all[slices.IndexFunc(all, func(i interfaces.Interface) bool { return i.Package+"."+i.Name == e })])
	}
	return n
}
