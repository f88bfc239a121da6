package spec

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestDurations shows that a spec's only duration is its time limit, which follows the time scale: a machine that is
// ten times as slow has ten times as long.
func TestDurations(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "internal":
			return fs.SkipDir // what is shown of calls, and how often is asked: it limits nothing
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		for _, at := range durations(file) {
			t.Errorf("%s: a duration that the time scale does not reach; see HalfTimeout and Briefly", set.Position(at))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// units are what durations are made of.
var units = map[string]bool{
	"Nanosecond": true, "Microsecond": true, "Millisecond": true, "Second": true,
	"Minute": true, "Hour": true,
}

// durations returns where a file names a unit of time, but for limits of specs.
func durations(file *ast.File) (places []token.Pos) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name, ok := n.Fun.(*ast.Ident)
			return !ok || name.Name != "SpecTimeout"
		case *ast.SelectorExpr:
			if of, ok := n.X.(*ast.Ident); ok && of.Name == "time" && units[n.Sel.Name] {
				places = append(places, n.Pos())
			}
		}
		return true
	})
	return places
}
