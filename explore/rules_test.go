package explore_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

var ruleID = regexp.MustCompile(`^[a-z0-9]+\.[a-z0-9-]+(\.[a-z0-9-]+)+$`)

// What a violation says that it breaks is in the catalogue.
func TestEveryRuleThatIsNamedExists(t *testing.T) {
	named := 0
	for _, folder := range []string{"model", "drive"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			named += checkRules(t, file)
		}
	}
	if named < 40 {
		t.Errorf("only %d rules are named", named)
	}
}

func checkRules(t *testing.T, file string) (named int) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range strings.Fields(text) {
			if !ruleID.MatchString(word) || strings.HasPrefix(word, "github.com/") {
				continue
			}
			named++
			if _, ok := requirement.Lookup(word); !ok {
				t.Errorf("%s: no rule is called %s", file, word)
			}
		}
		return true
	})
	return named
}
