// Command generate writes what calls each method of nd2 and nd1 through a vtable, and what is called through one: the
// provider's methods in package dll, and the served ones in package comdll. go generate runs it in package dll's
// folder.
//
// A method's code follows from the types and names of its parameters, which native and served have a line for. Methods
// that do more are in byHand, and written by hand.
package main

import (
	"go/types"
	"log"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

const (
	module  = "github.com/ndconform/ndconform/"
	imports = "\"" + module + "nd1\"\n\"" + module + "nd2\"\n)\n\n"
)

func main() {
	log.SetFlags(0)
	all, err := interfaces.Load(module+"nd2", module+"nd1")
	if err != nil {
		log.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(i interfaces.Interface) bool {
		return len(i.Embedded) == 0 || i.Name == "Overlapping"
	})
	for file, text := range map[string]string{
		"methods_gen.go": "//go:build windows && (amd64 || arm64)\n\npackage dll\n\nimport (\n\"runtime\"\n\n" +
			imports + native(all),
		"../../cmd/internal/comdll/methods_gen.go": "//go:build windows && cgo\n\npackage comdll\n\n" +
			"// #include \"bridge.h\"\nimport \"C\"\n\nimport (\n\"unsafe\"\n\n" + imports + served(all),
	} {
		if err := interfaces.Write(file, "providers/dll/internal/generate", text); err != nil {
			log.Fatal(err)
		}
	}
}

// A method is one of an interface, at a place in its vtable.
type method struct {
	of interfaces.Interface
	interfaces.Method
	place int
}

func methods(i interfaces.Interface) (list []method) {
	for n, m := range i.Methods {
		list = append(list, method{i, m, inherited(i) + n})
	}
	return list
}

// inherited is how many methods of IUnknown and IND2Overlapped come first in a vtable.
func inherited(i interfaces.Interface) int {
	if overlapping(i) {
		return 5
	}
	return 3
}

func overlapping(i interfaces.Interface) bool {
	return strings.HasSuffix(i.Embedded[0], ".Overlapping")
}

// has returns the last parameter of one of some types.
func (m method) has(written ...string) (p interfaces.Parameter, ok bool) {
	for _, one := range m.Parameters {
		if slices.Contains(written, interfaces.Written(one.Type)) {
			p, ok = one, true
		}
	}
	return p, ok
}

// creates returns the parameter where a method puts the object that it creates.
func (m method) creates() (p interfaces.Parameter, ok bool) {
	for _, one := range m.Parameters {
		if to, is := one.Type.(*types.Pointer); is && types.IsInterface(to.Elem()) {
			p, ok = one, true
		}
	}
	return p, ok
}

// fills reports whether a method writes to memory of a given size, in bytes.
func (m method) fills() bool { return strings.HasPrefix(m.Name, "Get") || m.Name == "Query" }

// width is how many parameters of the vtable's method one in Go is: a slice is an address and a length, unless the
// length goes both ways and has its own parameter.
func (m method) width(p interfaces.Parameter) int {
	if _, ok := p.Type.(*types.Slice); ok && (!m.fills() || interfaces.Written(p.Type) != "[]byte") {
		return 2
	}
	return 1
}

// ident is the type or the kind of an interface, such as queuePair and nd1Endpoint.
func ident(i interfaces.Interface) string { return interfaces.Unexported(i.Package, i.Name) }
