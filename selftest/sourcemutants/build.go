package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// variable is the environment variable that chooses a mutant, by its number.
const variable = "NDCONFORM_SOURCE_MUTANT"

// chooser is the package that mutated source asks which mutant it is.
const chooser = `package mutated

import "os"

var chosen = os.Getenv("` + variable + `")

var id = number()

func number() (n int) {
	for _, digit := range chosen {
		n = 10*n + int(digit-'0')
	}
	return n
}

// Is reports whether a mutant is the chosen one.
func Is(n int) bool { return id == n }

// Pick returns the mutant's value if it is the chosen one.
func Pick[T any](n int, original, instead T) T {
	if id == n {
		return instead
	}
	return original
}
`

// build compiles ndconform with all mutants, whose numbers are their places in the list from 1 on. It
// leaves out those that don't compile.
func build(ctx context.Context, folder string, points []point) (binary string, compiled []point, err error) {
	binary = filepath.Join(folder, "ndconform")
	for len(points) > 0 {
		overlay, lines, err := write(folder, points)
		if err != nil {
			return "", nil, err
		}
		c := exec.CommandContext(ctx, "go", "build", "-gcflags=-e", "-overlay", overlay, "-o", binary,
			module+"/cmd/ndconform")
		text, err := c.CombinedOutput()
		if err == nil {
			return binary, points, nil
		}
		wrong := wrongIn(string(text), lines)
		if len(wrong) == 0 {
			return "", nil, fmt.Errorf("%w:\n%s", err, text)
		}
		points = slices.DeleteFunc(points, func(p point) bool { return slices.Contains(wrong, p.name) })
	}
	return "", nil, fmt.Errorf("no mutant compiles")
}

// A line of the mutated source, and the names of the mutants in it.
type line struct {
	file  string
	first int
	last  int
	name  string
}

// write writes the mutated files and the overlay that names them.
func write(folder string, points []point) (overlay string, lines []line, err error) {
	replace := map[string]string{}
	put := func(path, stored string, text []byte) error {
		stored = filepath.Join(folder, stored)
		replace[path] = stored
		return os.WriteFile(stored, text, 0o600)
	}
	for i := 0; i < len(points); {
		path := points[i].file
		n := i
		for n < len(points) && points[n].file == path {
			n++
		}
		text, at, err := rewrite(path, points[i:n], i+1)
		if err != nil {
			return "", nil, err
		}
		stored := fmt.Sprintf("%s_%d.go", strings.TrimSuffix(filepath.Base(path), ".go"), i)
		if err := put(path, stored, text); err != nil {
			return "", nil, err
		}
		lines = append(lines, at...)
		i = n
	}
	root := filepath.Dir(filepath.Dir(points[0].file))
	if err := put(filepath.Join(root, "mutated", "mutated.go"), "mutated.go", []byte(chooser)); err != nil {
		return "", nil, err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	overlay = filepath.Join(folder, "overlay.json")
	return overlay, lines, os.WriteFile(overlay, text, 0o600)
}

var packageClause = regexp.MustCompile(`(?m)^package \w+$`)

// rewrite returns a file with its mutants, numbered from a first number.
func rewrite(path string, points []point, first int) (text []byte, lines []line, err error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	clause := packageClause.FindIndex(source)
	if clause == nil {
		return nil, nil, fmt.Errorf("%s has no package clause", path)
	}
	b.Write(source[:clause[1]])
	b.WriteString("; import \"" + engine + "mutated\"")
	done := clause[1]
	for i, p := range points {
		b.Write(source[done:p.start])
		from := 1 + bytes.Count(b.Bytes(), []byte("\n"))
		b.WriteString(p.form(first + i))
		lines = append(lines, line{path, from, 1 + bytes.Count(b.Bytes(), []byte("\n")), p.name})
		done = p.end
	}
	b.Write(source[done:])
	return b.Bytes(), lines, nil
}

var position = regexp.MustCompile(`(?m)^([^\s:]+\.go):(\d+)`)

// wrongIn names the mutants in the lines that the compiler complains about.
func wrongIn(text string, lines []line) (names []string) {
	for _, m := range position.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[2])
		for _, l := range lines {
			if filepath.Base(l.file) == filepath.Base(m[1]) && l.first <= n && n <= l.last {
				names = append(names, l.name)
			}
		}
	}
	return names
}
