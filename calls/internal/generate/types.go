package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

// byHand are the interfaces of ND v1 and NDK whose wrappers are more than a provider's object.
var byHand = map[string]bool{"nd1.Overlapping": true, "nd1.Endpoint": true, "ndk.Object": true, "ndk.SRQ": true}

// writeTypes writes the types of the other wrappers of ND v1 or NDK, and what makes them.
func writeTypes(b *bytes.Buffer, all []interfaces.Interface) {
	var types, cases bytes.Buffer
	for _, i := range all {
		name := i.Package + "." + i.Name
		if w := wrappers[name]; w.name != "" && !byHand[name] {
			fmt.Fprintf(&types, "\n// An %s wraps an [%s].\n%s struct {\n%s\nInner %s\n}\n", w.name, name, w.name, base(i), name)
			fmt.Fprintf(&cases, "case *%s:\nw := &%s{Inner: *of}\nreturn c.earlier(w.wraps(%q, w.Inner, w))\n",
				name, w.name, w.kind())
		}
	}
	of := strings.ToUpper(all[0].Package)
	fmt.Fprintf(b, "\n// Wrappers of %s.\ntype (%s)\n", of, types.String())
	fmt.Fprintf(b, "\n// wrap%s wraps the object that a pointer is to, or returns nil.\n"+
		"func (c *Call) wrap%s(of any) any {\nswitch of := of.(type) {\n%s}\nreturn nil\n}\n", of, of, cases.String())
}

// kind is the kind of the objects.
func (w wrapper) kind() string {
	documented, _, _ := strings.Cut(w.documented, "::")
	return strings.TrimSuffix(documented, "_DISPATCH")
}

// base is what a wrapper embeds.
func base(i interfaces.Interface) string {
	switch {
	case i.Package == "nd1" && i.Embedded[0] == "nd2.Unknown":
		return "nd1Unknown"
	case i.Package == "nd1":
		return "nd1Overlapping"
	case len(i.Embedded) == 0:
		return "ndkBase"
	}
	return "ndkObject"
}
