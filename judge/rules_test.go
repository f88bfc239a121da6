package judge_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

// TestEachRuleOfProviders shows that each rule that the layer's source names has a fault that breaks it, and binds
// providers. It can't tell which rules of methods and types of requests the source puts together.
func TestEachRuleOfProviders(t *testing.T) {
	tested := map[string]bool{}
	for _, b := range allBreaches() {
		tested[b.rule] = true
	}
	for _, p := range packets {
		tested[p.rule] = true
	}
	for _, q := range quiets {
		tested[q.rule] = true
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") || f.Name() == "begun.go" {
			continue // what never returns is told by whoever waits for it
		}
		for _, e := range named(t, f.Name()) {
			if e.Level != requirement.Must {
				t.Errorf("%s names %s, which is a %s and never reported", f.Name(), e.ID, e.Level)
			}
			if !tested[e.ID] {
				t.Errorf("no fault breaks %s, which %s names", e.ID, f.Name())
			}
		}
	}
}

// named lists the rules of providers that a file of the layer's source names.
func named(t *testing.T, name string) (list []requirement.Entry) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			text, _ := strconv.Unquote(l.Value)
			if e, ok := requirement.Lookup(text); ok {
				list = append(list, e)
			}
		}
		return true
	})
	return list
}
