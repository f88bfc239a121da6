package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A point is a place in the source, and what stands there in a mutant instead.
type point struct {
	// name says the function, what stands there, and what instead; it holds over changes elsewhere.
	name       string
	file       string
	start, end int // bytes
	// form makes the text of both, where id is the mutant's number.
	form func(id int) string
}

// load finds the points of the engine's rooms, in the order of the source.
func load() ([]point, error) {
	var patterns []string
	for _, room := range rooms {
		patterns = append(patterns, engine+room)
	}
	config := &packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps}
	loaded, err := packages.Load(config, patterns...)
	if err != nil {
		return nil, err
	}
	var points []point
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		for i, file := range p.Syntax {
			f, err := newFinder(p, p.GoFiles[i])
			if err != nil {
				return nil, err
			}
			f.find(file)
			points = append(points, f.points...)
		}
	}
	return points, nil
}

// draw chooses points by a seed. No two overlap, and they are in the order of the source.
func draw(points []point, seed uint64, number int) []point {
	random := rand.New(rand.NewPCG(seed, 0))
	var drawn []point
	for _, i := range random.Perm(len(points)) {
		if len(drawn) == number {
			break
		}
		p := points[i]
		if !slices.ContainsFunc(drawn, func(o point) bool { return o.file == p.file && o.start < p.end && p.start < o.end }) {
			drawn = append(drawn, p)
		}
	}
	slices.SortFunc(drawn, func(a, b point) int {
		if c := strings.Compare(a.file, b.file); c != 0 {
			return c
		}
		return a.start - b.start
	})
	return drawn
}

// A finder finds the points of one file.
type finder struct {
	room   string
	path   string
	source []byte
	fset   *token.FileSet
	info   *types.Info
	// function is the name of the current function, and named counts its points by their names.
	function string
	named    map[string]int
	points   []point
}

func (f *finder) find(file *ast.File) {
	for _, d := range file.Decls {
		if function, ok := d.(*ast.FuncDecl); ok && function.Body != nil {
			f.function = function.Name.Name
			if function.Recv != nil {
				f.function = strings.TrimPrefix(types.ExprString(function.Recv.List[0].Type), "*") + "." + f.function
			}
			f.named = map[string]int{}
			ast.Inspect(function.Body, f.visit)
		}
	}
}

// silent matches what only an option of the engine makes a difference to, or nothing at all, and option a
// condition that only an option fulfills.
var (
	silent = regexp.MustCompile(`\b([qQ]uirks|stats)\.|Quirk|quirks\.go`)
	option = regexp.MustCompile(`^[\w.]*\b[qQ]uirks\.\w+( > 0)?$`)
)

// add notes a point; instead is for its name, and form for its text.
func (f *finder) add(at ast.Node, instead string, form func(id int) string) {
	if silent.MatchString(filepath.Base(f.path) + " " + f.function + " " + f.text(at)) {
		return
	}
	start, end := f.fset.Position(at.Pos()).Offset, f.fset.Position(at.End()).Offset
	name := fmt.Sprintf("%s/%s %s: %s → %s", f.room, filepath.Base(f.path), f.function, oneLine(f.text(at)),
		oneLine(instead))
	f.named[name]++
	if n := f.named[name]; n > 1 {
		name += fmt.Sprintf(" (%d)", n)
	}
	f.points = append(f.points, point{name: name, file: f.path, start: start, end: end, form: form})
}

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.fset.Position(n.Pos()).Offset:f.fset.Position(n.End()).Offset])
}

// oneLine is the text of a piece of source in at most n characters.
func oneLine(text string) string {
	const most = 80
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > most {
		line = append(line[:most-1], '…')
	}
	return string(line)
}
