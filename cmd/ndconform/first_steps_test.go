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

// TestSampleFails shows that the command at the end of the README's sample fails as the sample says, to the
// number.
func TestSampleFails(t *testing.T) {
	readme := read(t, "../../README.md")
	m := repeatLine.FindStringSubmatch(readme)
	if m == nil {
		t.Fatal("the README's sample has no line to repeat it by")
	}
	_, shown, _ := strings.Cut(readme[:strings.Index(readme, m[0])+len(m[0])], "\n\nFAIL ")
	_, said, _ := strings.Cut(ends(t, 1, "ndconform", strings.Fields(m[1])[1:]...), "FAIL ")
	sameBut(t, numbers, shown, said[:strings.Index(said, "\n\n")])
}

// TestFirstRunIsAsTheReadmeShows shows that the README's first session is what it comes to, to the number.
func TestFirstRunIsAsTheReadmeShows(t *testing.T) {
	const typed = "```console\n$ go run ./cmd/ndconform --provider=ref\n"
	_, shown, found := strings.Cut(read(t, "../../README.md"), typed)
	shown, _, closed := strings.Cut(shown, "\n```\n")
	if !found || !closed {
		t.Fatal("the README has no first session")
	}
	told, judged, _ := strings.Cut(shown, "\nthe journal is ")
	_, judged, _ = strings.Cut(judged, "\n")
	sameBut(t, numbers, judged, strings.TrimSpace(ends(t, 0, "ndconform", "--provider=ref")))
	if !strings.HasPrefix(told, "running ") {
		t.Errorf("the first session begins with %s", told)
	}
}

// numbers are what differs from one run to the next: seeds, times, and how much wider they are.
var numbers = regexp.MustCompile(` *\d+(?:\.\d+)?`)

// sameBut fails the test if two texts differ in something else than what varies.
func sameBut(t *testing.T, varies *regexp.Regexp, shown, said string) {
	t.Helper()
	if varies.ReplaceAllString(shown, " N") != varies.ReplaceAllString(said, " N") {
		t.Errorf("shown:\n%s\nsaid:\n%s", shown, said)
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
		"../../docs/certification.md": fmt.Sprintf("Z, %d specs, seed ", n),
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
	for compiler, missing := range map[string]string{
		"/no/such/compiler": "a C compiler",
		lacking:             "the headers of libibverbs and librdmacm", "true": "",
	} {
		c := exec.Command("sh", "../../scripts/verbs-headers")
		c.Env = append(os.Environ(), "CC="+compiler)
		out, err := c.CombinedOutput()
		if missing == "" {
			if err != nil || len(out) > 0 {
				t.Errorf("where all is there: %v: %s", err, out)
			}
			continue
		}
		if err == nil || !strings.Contains(string(out), "make verbs needs "+missing) || !strings.Contains(string(out),
			"apt-get install gcc libc6-dev libibverbs-dev librdmacm-dev") {
			t.Errorf("with %s: %v: %s", compiler, err, out)
		}
	}
}
