// Command generate writes the wrappers of every method of nd2, nd1 and ndk: each is a call
// that goes to the hooks and then to the provider. It runs in the folder of calls.
package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/ndconform/ndconform/internal/interfaces"
)

const module = "github.com/ndconform/ndconform/"

func main() {
	for _, of := range []string{"nd2", "nd1", "ndk"} {
		if err := generate(of); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}

// generate writes the file of one package's interfaces.
func generate(of string) error {
	all, err := interfaces.Load(module + of)
	if err != nil {
		return err
	}
	methods, err := methodsOf(all)
	if err != nil {
		return err
	}
	text := bytes.NewBufferString(header(of))
	fmt.Fprint(text, "\n// The methods of "+of+", as [Call.Method] names them.\nconst (\n")
	for _, m := range methods {
		fmt.Fprintf(text, "%s = %q\n", m.constant(), m.documented())
	}
	fmt.Fprint(text, ")\n")
	if of != "nd2" {
		writeTypes(text, all)
	}
	for _, m := range methods {
		writeMethod(text, m)
	}
	return interfaces.Write(of+"_gen.go", "calls/internal/generate", text.String())
}

// methodsOf lists the wrapped methods.
func methodsOf(all []interfaces.Interface) (list []method, err error) {
	for _, i := range all {
		w, known := wrappers[i.Package+"."+i.Name]
		if !known {
			return nil, fmt.Errorf("%s.%s has no wrapper: add it to wrappers.go", i.Package, i.Name)
		}
		if w.name == "" {
			continue
		}
		for _, m := range i.Methods {
			list = append(list, method{i, m, w})
		}
	}
	return list, nil
}

func header(of string) string {
	imports := []string{of}
	if of != "nd2" {
		imports = append(imports, "nd2")
	}
	text := "package calls\n\nimport (\n"
	for _, name := range imports {
		text += fmt.Sprintf("\t%q\n", module+name)
	}
	return text + ")\n"
}
