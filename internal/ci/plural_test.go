package ci

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// counted is a number before a countable thing, which may be one. There is hardly ever one byte.
var counted = regexp.MustCompile(
	`%d (?:specs|programs|steps|findings|mutants|variants|pairs|journals|runs|files|waivers|requests|connections|` +
		`samples|lines|processors|transitions|calls) ?`)

// alwaysMany begin the texts whose number is never one, or which a function for one surrounds.
var alwaysMany = []string{
	"%d specs were", "%d runs, which", ", the last of %d runs", "%s in the median of %d runs",
	"of %d found that do not count, ", "%s %d programs, and %d before",
}

// TestNothingIsCountedInAWrongNumber shows that no text says "1 specs": counts go through plural.Of.
func TestNothingIsCountedInAWrongNumber(t *testing.T) {
	for _, folder := range []string{"cmd/ndconform", "reports", "runner"} {
		err := filepath.WalkDir(filepath.Join(repository, folder), func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				countedIn(t, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func countedIn(t *testing.T, path string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		text, ok := n.(*ast.BasicLit)
		if !ok || text.Kind != token.STRING || !counted.MatchString(text.Value) {
			return true
		}
		one := strings.Trim(text.Value, `"`)
		if one == "%d specs" || slices.ContainsFunc(alwaysMany, func(many string) bool {
			return strings.HasPrefix(one, many)
		}) {
			return true
		}
		t.Errorf("%s: %s: use plural.Of, or it says \"1 …s\"", set.Position(text.Pos()), text.Value)
		return true
	})
}
