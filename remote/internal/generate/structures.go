package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/interfaces"
)

// byHand are the structures without a generated form in package wire: some contain memory,
// others stand for something that only one side has.
var byHand = []string{"nd2.Overlapped", "nd2.SGE", "nd1.SGE", "ndk.SGE", "nd1.Result", "ndk.ExtensionInterface"}

// structures writes the functions that write and take parameters' structures.
func structures(all []interfaces.Interface) string {
	var list []*types.Named
	for _, i := range all {
		for _, m := range i.Methods {
			for _, p := range m.Parameters {
				list = collect(list, p.Type)
			}
		}
	}
	var b strings.Builder
	b.WriteString("package wire\n\n")
	for _, t := range list {
		b.WriteString(structure(t))
	}
	return b.String()
}

// collect adds the structures in a type, each once.
func collect(list []*types.Named, t types.Type) []*types.Named {
	switch u := t.(type) {
	case *types.Pointer:
		return collect(list, u.Elem())
	case *types.Slice:
		return collect(list, u.Elem())
	case *types.Named:
		s, ok := u.Underlying().(*types.Struct)
		if !ok || slices.Contains(byHand, interfaces.Written(u)) || slices.Contains(list, u) {
			return list
		}
		list = append(list, u)
		for f := range s.Fields() {
			list = collect(list, f.Type())
		}
	}
	return list
}

// structure writes the two functions of a structure.
func structure(t *types.Named) string {
	name, written := exported(t), interfaces.Written(t)
	var put, take strings.Builder
	for f := range t.Underlying().(*types.Struct).Fields() {
		if interfaces.Written(f.Type()) == "[][]byte" {
			fmt.Fprintf(&put, "PutList(w, v.%s, PutBytes[[]byte])\n", f.Name())
			fmt.Fprintf(&take, "v.%s = List(r, Bytes)\n", f.Name())
			continue
		}
		if a, ok := f.Type().(*types.Array); ok {
			fmt.Fprintf(&put, "w.Bytes = append(w.Bytes, v.%s[:]...)\n", f.Name())
			fmt.Fprintf(&take, "copy(v.%s[:], take(r, %d))\n", f.Name(), a.Len())
			continue
		}
		p, k := codec(f.Type())
		fmt.Fprintf(&put, "%s(w, v.%s)\n", strings.TrimPrefix(p, "wire."), f.Name())
		fmt.Fprintf(&take, "v.%s = %s(r)\n", f.Name(), strings.TrimPrefix(k, "wire."))
	}
	return fmt.Sprintf(`// Put%[1]s writes a value of type [%[2]s].
func Put%[1]s(w *Writer, v %[2]s) {
%[3]s}

// %[1]s takes a value of type [%[2]s].
func %[1]s(r *Reader) (v %[2]s) {
%[4]sreturn v
}

`, name, written, put.String(), take.String())
}
