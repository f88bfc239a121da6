package expect_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryFindingHasASubject shows that a spec says of what it expects a value: "expected not zero; seen 0" says
// nothing. The suite's own matchers, as Return, name their subject.
func TestEveryFindingHasASubject(t *testing.T) {
	values := matchersOfValues(t)
	set, checked := token.NewFileSet(), 0
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			assertion, ok := n.(*ast.CallExpr)
			if !ok || !asserts(assertion) {
				return true
			}
			checked++
			if isTruth(assertion.Args[0]) {
				t.Errorf("%s: \"expected true; seen false\" says nothing: use BeSo", set.Position(n.Pos()))
			}
			if matcher, ok := assertion.Args[0].(*ast.CallExpr); ok && len(assertion.Args) == 1 && values[nameOf(matcher.Fun)] {
				t.Errorf("%s: %s does not say what it checks: add that behind the matcher", set.Position(n.Pos()),
					nameOf(matcher.Fun))
			}
			return true
		})
		return nil
	})
	if err != nil || checked == 0 {
		t.Errorf("%d assertions: %v", checked, err)
	}
}

// matchersOfValues are the names of the matchers of this package.
func matchersOfValues(t *testing.T) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "matchers.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name != "BeSo" { // which says what is expected
			names[f.Name.Name] = true
		}
	}
	return names
}

// isTruth reports whether a matcher is one of a bare true or false.
func isTruth(matcher ast.Expr) bool {
	call, ok := matcher.(*ast.CallExpr)
	return ok && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return nameOf(call.Fun) != "BeSo" && (nameOf(arg) == "true" || nameOf(arg) == "false")
	})
}

// asserts reports whether a call is Expect(…).To(…), or the like.
func asserts(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	on, ok := method.X.(*ast.CallExpr)
	name := method.Sel.Name
	return ok && nameOf(on.Fun) == "Expect" &&
		(name == "To" || name == "NotTo" || name == "ToNot" || name == "Should" || name == "ShouldNot")
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
