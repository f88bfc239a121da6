// Command generate writes remote's code for each method and structure of the packages nd2,
// nd1 and ndk: the numbers and structures in package wire, the provider's methods in package
// client, and the far provider's calls in package host. go generate runs it in package wire's
// folder.
//
// A method's code follows from the types of its parameters: crossing has a line for each
// type. Methods that do more are in special, and written by hand.
package main

import (
	"fmt"
	"go/types"
	"log"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

const module = "github.com/ndconform/ndconform/"

func main() {
	log.SetFlags(0)
	all, err := interfaces.Load(module+"nd2", module+"nd1", module+"ndk")
	if err != nil {
		log.Fatal(err)
	}
	all = ofProvider(all)
	packages := []string{"nd1", "nd2", "ndk"}
	for _, f := range []struct {
		name, text string
		imports    []string
	}{
		{"methods_gen.go", numbers(all), nil},
		{"structures_gen.go", structures(all), packages},
		{"../client/methods_gen.go", client(all), append(packages, "remote/wire")},
		{"../host/methods_gen.go", host(all), append(packages, "remote/wire")},
	} {
		if err := write(f.name, f.text, f.imports); err != nil {
			log.Fatal(err)
		}
	}
}

// ofProvider leaves out the interfaces that a client implements.
func ofProvider(all []interfaces.Interface) (list []interfaces.Interface) {
	for _, i := range all {
		if i.Package != "nd2" || i.Name != "Event" && i.Name != "CompletionPort" {
			list = append(list, i)
		}
	}
	return list
}

// write writes a file of a package, whose clause the text begins with.
func write(file, text string, imports []string) error {
	pkg, body, _ := strings.Cut(text, "\n")
	if len(imports) > 0 {
		pkg += "\n\nimport (\n"
		for _, p := range imports {
			pkg += fmt.Sprintf("%q\n", module+p)
		}
		pkg += ")"
	}
	return interfaces.Write(file, "remote/internal/generate", pkg+"\n"+body)
}

// prefix is how names of a package's types begin outside it.
func prefix(pkg string) string {
	if pkg == "nd2" {
		return ""
	}
	return strings.ToUpper(pkg)
}

// exported is package wire's name for a type of another package.
func exported(t *types.Named) string { return prefix(t.Obj().Pkg().Name()) + t.Obj().Name() }

// method is the name of a method's number.
func method(i interfaces.Interface, m interfaces.Method) string {
	return prefix(i.Package) + i.Name + m.Name
}

// special are the methods written by hand in package host; those with true are written by
// hand in package client as well.
var special = map[string]bool{
	"UnknownAddRef":                false, // counts the client's references
	"UnknownRelease":               true,  // forgets the object after its last reference
	"NDKObjectClose":               true,  // likewise, before the call
	"NDKProviderCloseAdapter":      true,
	"CompletionQueueGetResults":    true, // waits for results on behalf of a client that polls
	"ND1CompletionQueueGetResults": true,
	"NDKCQGetCqResults":            true,
	"OverlappedFileClose":          true,  // forgets the file, later
	"ND1AdapterGetFileHandle":      true,  // returns an object
	"ND1AdapterRegisterMemory":     true,  // leaves a handle, maybe later
	"ND1AdapterDeregisterMemory":   false, // forgets the handle, later
}

// numbers writes the numbers of methods and kinds of objects.
func numbers(all []interfaces.Interface) string {
	var b strings.Builder
	b.WriteString("package wire\n\n// The methods, in the order of their packages.\nconst (\n")
	next := " Method = ofSession + iota"
	for _, i := range all {
		for _, m := range i.Methods {
			fmt.Fprintf(&b, "%s%s\n", method(i, m), next)
			next = ""
		}
	}
	b.WriteString("// Methods is the number of all calls.\nMethods\n)\n\n// The kinds of objects.\nconst (\n")
	next = " ObjectKind = iota"
	for _, i := range all {
		fmt.Fprintf(&b, "Is%s%s%s\n", prefix(i.Package), i.Name, next)
		next = ""
	}
	b.WriteString("// Kinds is their number.\nKinds\n)\n")
	b.WriteString("\nvar names = [Methods]string{\n")
	for _, own := range []string{
		"NewProvider", "NewND1", "Allocate", "Free", "Load", "Store", "Inject", "Undo", "Clock", "Return", "Forget", "Usage",
	} {
		fmt.Fprintf(&b, "%s: %q,\n", own, own)
	}
	for _, i := range all {
		for _, m := range i.Methods {
			fmt.Fprintf(&b, "%s: %q,\n", method(i, m), i.Documented()+"::"+m.Name)
		}
	}
	b.WriteString("}\n")
	return b.String()
}
