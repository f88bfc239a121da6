package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ndconform/ndconform/internal/script"
	"github.com/ndconform/ndconform/watch/record"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ndconform": main})
}

// TestScripts runs each script in testdata/script: sessions with the binary as it
// ships, whose providers are the engine and its mutants.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Condition:           script.Condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   script.Exits,
			"replace": replace, "flip": flip, "watched": watchedRules,
		},
	})
}

// setup lets sessions read docs/waivers, too.
func setup(env *testscript.Env) error {
	waivers, err := filepath.Abs(filepath.Join("..", "..", "docs", "waivers"))
	if err != nil {
		return err
	}
	env.Setenv("WAIVERS", waivers)
	return script.Setup(env)
}

// flip FILE OFFSET changes a bit of a byte.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	text, err := os.ReadFile(path)
	ts.Check(err)
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	text[at] ^= 1
	ts.Check(os.WriteFile(path, text, 0o666))
}

// watchedRules FINDINGS FILE writes to FILE who has broken which rules, by the validation layer's findings.
func watchedRules(ts *testscript.TestScript, _ bool, args []string) {
	found, err := os.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	defer found.Close()
	rules := map[string]bool{}
	for entries := record.NewReader(found); ; {
		e, err := entries.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		ts.Check(err)
		if f := e.Found; f != nil {
			rules[fmt.Sprintf("%s %s\n", f.Of, f.ID)] = true
		}
	}
	text := strings.Join(slices.Sorted(maps.Keys(rules)), "")
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o666))
}

// replace FILE OLD NEW writes another text for the first OLD.
func replace(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	text, err := os.ReadFile(path)
	ts.Check(err)
	if !bytes.Contains(text, []byte(args[1])) {
		ts.Fatalf("%s does not hold %s", args[0], args[1])
	}
	ts.Check(os.WriteFile(path, bytes.Replace(text, []byte(args[1]), []byte(args[2]), 1), 0o666))
}
