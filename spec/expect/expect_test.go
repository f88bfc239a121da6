package expect_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/onsi/gomega"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/spec/expect"
)

// TestNobodyElseIsAsked shows that a failure reaches who is to hear of it whatever the process has
// done with Gomega's own state.
func TestNobodyElseIsAsked(t *testing.T) {
	type failure string
	expect.FailWith(func(f finding.Finding, _ int) { panic(failure(f.String())) })
	fails := func() (message string) {
		defer func() { message = string(recover().(failure)) }()
		expect.Expect(1).To(expect.Equal(2))
		return ""
	}
	silent := func(string, ...int) {}
	gomega.RegisterFailHandler(silent)
	gomega.Default = gomega.NewGomega(silent)
	if !strings.Contains(fails(), "expected: 2") {
		t.Error("a failure was hidden")
	}
	gomega.InterceptGomegaFailures(func() {
		if !strings.Contains(fails(), "expected: 2") {
			t.Error("a failure was intercepted")
		}
	})
	defer func() {
		if recover() == nil {
			t.Error("what assertions fail with was changed")
		}
	}()
	expect.FailWith(func(finding.Finding, int) {})
}

// TestSpecsAssertOnTheirOwn shows that no file of the suite imports Gomega's own
// assertions.
func TestSpecsAssertOnTheirOwn(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasPrefix(path,
			filepath.Join("..", "expect")+string(filepath.Separator)) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, one := range file.Imports {
			if one.Path.Value == `"github.com/onsi/gomega"` {
				t.Errorf("%s imports Gomega; a spec asserts with spec/expect", path)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
