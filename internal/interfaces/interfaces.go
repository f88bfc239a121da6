// Package interfaces reads the interfaces of nd2, nd1 and ndk from their source, and writes what programs generate
// for each of their methods.
package interfaces

import (
	"cmp"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"slices"
)

// An Interface is an interface of a provider or a client.
type Interface struct {
	// Package is its package's name, such as nd2.
	Package, Name string
	// Embedded are the names of embedded interfaces, with their packages.
	Embedded []string
	// Methods are those that it declares, in the order of the source.
	Methods []Method
}

// A Method is one method of an interface.
type Method struct {
	Name       string
	Parameters []Parameter
	// Result is nil if it returns nothing. No method returns two values.
	Result types.Type
}

// A Parameter is one parameter of a method.
type Parameter struct {
	Name string
	Type types.Type
}

// Load reads the exported interfaces of packages, given by import paths, in the order of
// the packages and of their source.
func Load(paths ...string) ([]Interface, error) {
	files := token.NewFileSet()
	from := importer.ForCompiler(files, "source", nil)
	var all []Interface
	for _, path := range paths {
		p, err := from.Import(path)
		if err != nil {
			return nil, fmt.Errorf("reading the interfaces of %s: %w", path, err)
		}
		all = append(all, interfacesOf(p, files)...)
	}
	return all, nil
}

func interfacesOf(p *types.Package, files *token.FileSet) (list []Interface) {
	scope := p.Scope()
	names := scope.Names()
	place := func(o types.Object) token.Position { return files.Position(o.Pos()) }
	slices.SortFunc(names, func(a, b string) int {
		x, y := place(scope.Lookup(a)), place(scope.Lookup(b))
		return cmp.Or(cmp.Compare(x.Filename, y.Filename), cmp.Compare(x.Offset, y.Offset))
	})
	for _, name := range names {
		o := scope.Lookup(name)
		if i, ok := o.Type().Underlying().(*types.Interface); ok && o.Exported() {
			list = append(list, interfaceOf(p, name, i))
		}
	}
	return list
}

func interfaceOf(p *types.Package, name string, i *types.Interface) Interface {
	of := Interface{Package: p.Name(), Name: name}
	for e := range i.EmbeddedTypes() {
		of.Embedded = append(of.Embedded, Written(e))
	}
	methods := slices.Collect(i.ExplicitMethods())
	slices.SortFunc(methods, func(a, b *types.Func) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, f := range methods {
		of.Methods = append(of.Methods, methodOf(f))
	}
	return of
}

func methodOf(f *types.Func) Method {
	m := Method{Name: f.Name()}
	for v := range f.Signature().Params().Variables() {
		m.Parameters = append(m.Parameters, Parameter{v.Name(), v.Type()})
	}
	if results := f.Signature().Results(); results.Len() > 0 {
		m.Result = results.At(0).Type()
	}
	return m
}

// Written is a type as another package writes it, such as *nd2.Overlapped.
func Written(t types.Type) string {
	return types.TypeString(t, (*types.Package).Name)
}
