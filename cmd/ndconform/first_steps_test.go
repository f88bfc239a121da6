package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

var repeatLine = regexp.MustCompile(`(?m)^  repeat   (ndconform .*)$`)

// TestSampleFails shows that the command at the end of the README's sample is one
// that testdata/script/sample.txtar sees fail, and as the sample says.
func TestSampleFails(t *testing.T) {
	readme, script := read(t, "../../README.md"), read(t, "testdata/script/sample.txtar")
	m := repeatLine.FindStringSubmatch(readme)
	if m == nil {
		t.Fatal("the README's sample has no line to repeat it by")
	}
	if !strings.Contains(script, "exits 1 "+m[1]+"\n") {
		t.Errorf("no script runs %s", m[1])
	}
	for _, line := range regexp.MustCompile(`(?m)^stdout '\^(.*)\$'$`).FindAllStringSubmatch(script, -1) {
		if !strings.Contains(readme, strings.ReplaceAll(line[1], `\`, "")+"\n") {
			t.Errorf("the README's sample lacks %s", line[1])
		}
	}
}

// TestSamplesCount shows that documents say how many specs there are.
func TestSamplesCount(t *testing.T) {
	list, err := exec.Command("ndconform", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	n := strings.Count(string(list), "\n")
	for path, says := range map[string]string{
		"../../docs/certification.md": fmt.Sprintf("run              %d specs, seed ", n),
		"../../README.md":             fmt.Sprintf(" %d rules and %d,%03d specs,", len(requirement.All()), n/1000, n%1000),
	} {
		if !strings.Contains(read(t, path), says) {
			t.Errorf("%s does not say %q", path, says)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestVerbsWithoutHeaders shows what is said where the provider verbs can't be built.
func TestVerbsWithoutHeaders(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the provider is Linux's")
	}
	lacking := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(lacking, []byte("#!/bin/sh\nexit 1\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for compiler, missing := range map[string]string{"/no/such/compiler": "a C compiler", lacking: "the headers of libibverbs and librdmacm", "true": ""} {
		c := exec.Command("sh", "../../scripts/verbs-headers")
		c.Env = append(os.Environ(), "CC="+compiler)
		out, err := c.CombinedOutput()
		if missing == "" {
			if err != nil || len(out) > 0 {
				t.Errorf("where all is there: %v: %s", err, out)
			}
			continue
		}
		if err == nil || !strings.Contains(string(out), "make verbs needs "+missing) || !strings.Contains(string(out), "apt-get install gcc libc6-dev libibverbs-dev librdmacm-dev") {
			t.Errorf("with %s: %v: %s", compiler, err, out)
		}
	}
}
