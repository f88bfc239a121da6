package ci

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestActionsAreNamedByDigest shows that what workflows, and the action, run of others is a commit,
// with its version beside it: a tag can be moved.
func TestActionsAreNamedByDigest(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(repository, ".github/workflows/*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no workflows: %v", err)
	}
	used := regexp.MustCompile(`(?m)^\s*(?:- )?uses: *(\S+)(.*)$`)
	pinned, version := regexp.MustCompile(`@[0-9a-f]{40}$`), regexp.MustCompile(`^ # v[0-9]+\.[0-9]+\.[0-9]+$`)
	for _, path := range append(files, filepath.Join(repository, "action.yml")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, use := range used.FindAllStringSubmatch(string(text), -1) {
			if use[1] != "./" && (!pinned.MatchString(use[1]) || !version.MatchString(use[2])) {
				t.Errorf("%s: %s%s: not by a commit, with a comment like # v1.2.3", path, use[1], use[2])
			}
		}
	}
}
