package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheSampleOfExploringIsTrue shows that the sample of docs/exploring.md is what its
// program comes to.
func TestTheSampleOfExploringIsTrue(t *testing.T) {
	text, err := os.ReadFile("../../docs/exploring.md")
	if err != nil {
		t.Fatal(err)
	}
	program := sample(t, string(text), "one of the suite's own mutants:")
	path := filepath.Join(t.TempDir(), "sample.jsonl")
	if err := os.WriteFile(path, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	said := ends(t, 1, "ndconform", "explore", "--provider=mutant,id=qp.flush.cancels-receives/forgets-one", "--replay="+path)
	rest := said
	for line := range strings.Lines(sample(t, string(text), "which says, among other things:")) {
		_, after, found := strings.Cut(rest, strings.TrimSpace(line))
		if !found {
			t.Errorf("it does not say %q in this place:\n%s", strings.TrimSpace(line), said)
			break
		}
		rest = after
	}
}

// sample is the code block behind a line that ends in some words.
func sample(t *testing.T, text, after string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, after+"\n\n```")
	_, rest, opened := strings.Cut(rest, "\n")
	block, _, closed := strings.Cut(rest, "```\n")
	if !found || !opened || !closed {
		t.Fatalf("there is no sample behind %q", after)
	}
	return block
}
