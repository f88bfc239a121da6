package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const sample = `package sample

type queue struct{ depth, head, tail uint32 }

func (q *queue) push(n uint32, force bool) bool {
	if q.tail-q.head >= q.depth && !force {
		return false
	}
	if force {
		q.grow(2)
	}
	q.tail = q.tail + n
	return true
}

func (q *queue) grow(by uint32) { q.depth += by }
`

// found returns the points of a source.
func found(t *testing.T, text string) []point {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample.go")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := (&types.Config{Importer: importer.Default()}).Check("sample", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	f, err := newFinder(&packages.Package{Name: "sample", Fset: fset, TypesInfo: info}, path)
	if err != nil {
		t.Fatal(err)
	}
	f.find(file)
	return f.points
}

func TestPoints(t *testing.T) {
	var names []string
	for _, p := range found(t, sample) {
		names = append(names, strings.TrimPrefix(p.name, "sample/sample.go "))
	}
	for _, want := range []string{
		"queue.push: q.tail-q.head >= q.depth && !force → !force",
		"queue.push: q.tail-q.head >= q.depth && !force → q.tail-q.head >= q.depth",
		"queue.push: q.tail-q.head >= q.depth → q.tail-q.head > q.depth",
		"queue.push: q.tail-q.head → q.tail + q.head",
		"queue.push: false → !false",
		"queue.push: force → !(force)",
		"queue.push: 2 → 2+1",
		"queue.push: q.grow(2) → nothing",
		"queue.push: q.tail + n → q.tail - n",
		"queue.push: q.tail = q.tail + n → nothing",
		"queue.push: true → !true",
		"queue.grow: q.depth += by → nothing",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no %s in %q", want, names)
		}
	}
	if len(names) != 12 {
		t.Errorf("%d points: %q", len(names), names)
	}
}

// TestRewritten shows that what a file becomes with each mutant, and with several, is Go.
func TestRewritten(t *testing.T) {
	points := found(t, sample)
	lists := [][]point{draw(points, 1, len(points))}
	for _, p := range points {
		lists = append(lists, []point{p})
	}
	for _, list := range lists {
		text, lines, err := rewrite(points[0].file, list, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "sample.go", text, 0); err != nil {
			t.Errorf("%s: %v\n%s", list[0].name, err, text)
		}
		message := "some/sample.go:" + "6:3: mistake"
		if at := wrongIn(message, lines); lines[0].first == 6 && !slices.Contains(at, list[0].name) {
			t.Errorf("a mistake in line 6 is blamed on %q", at)
		}
	}
}

func TestDraw(t *testing.T) {
	points := found(t, sample)
	drawn := draw(points, 7, len(points))
	for i := 1; i < len(drawn); i++ {
		if drawn[i].start < drawn[i-1].end {
			t.Errorf("%s overlaps %s", drawn[i].name, drawn[i-1].name)
		}
	}
	if again := draw(points, 7, len(points)); len(again) != len(drawn) || again[0].name != drawn[0].name {
		t.Errorf("a seed draws %d mutants, and %d again", len(drawn), len(again))
	}
}

// TestExplained shows that what is explained stands in the source: a mutant that isn't there any more
// needs no explanation.
func TestExplained(t *testing.T) {
	known, err := explained()
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() || len(known) == 0 {
		t.Skip("the engine's source is not loaded")
	}
	points, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for name := range known {
		one := reasons{name: "a reason"}
		if !slices.ContainsFunc(points, func(p point) bool { return one.of(p.name) != "" }) {
			t.Errorf("%s is explained, and no mutant", name)
		}
	}
}

// What only an option of the engine makes a difference to is no point; what an option alone switches off is one.
func TestPointsOfOptionsAreLeftOut(t *testing.T) {
	points := found(t, `package sample

type device struct{ quirks struct{ Late bool; Wait int } }

func (d *device) takes(n int) bool {
	if d.quirks.Late {
		n = n + 1
	} else {
		n = n + 2
	}
	return d.quirks.Wait > 0 && n > 3 || d.quirks.Wait == 0 && n > 4
}

func (d *device) takesByQuirk(n int) bool { return n > 5 }
`)
	var names []string
	for _, p := range points {
		names = append(names, p.name)
	}
	all := strings.Join(names, "\n")
	for text, wanted := range map[string]bool{
		"n + 1 ": false, "n + 2 ": true, "n > 3 ": false, "n > 4 ": true, "n > 5 ": false,
	} {
		if strings.Contains(all, ": "+text) != wanted {
			t.Errorf("whether %q is a point is %v:\n%s", text, !wanted, all)
		}
	}
}
