package ci

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// used finds a workflow's uses of others' actions, however YAML writes them, and their comments.
	used    = regexp.MustCompile(`(?m)^[^#\n]*?\buses["']? *: *["']?([^\s"',}]+)["']?(.*)$`)
	pinned  = regexp.MustCompile(`@[0-9a-f]{40}$`)
	version = regexp.MustCompile(`^[ }]* # v[0-9]+\.[0-9]+\.[0-9]+$`)
	// ours is a release of this action: a page can't name its own commit.
	ours = regexp.MustCompile(`^ndconform/ndconform@(v[0-9]+\.[0-9]+\.[0-9]+|COMMIT)$`)
)

// movable lists what a text runs of others by a movable name: not by a commit with its version beside it.
func movable(text string) (list []string) {
	for _, use := range used.FindAllStringSubmatch(text, -1) {
		fixed := strings.HasPrefix(use[1], "./") || ours.MatchString(use[1]) ||
			pinned.MatchString(use[1]) && version.MatchString(use[2])
		if !fixed {
			list = append(list, use[1]+use[2])
		}
	}
	return list
}

// TestActionsAreNamedByDigest shows that workflows, the action and the documents' examples run others'
// code by commits, with the version beside: a tag can be moved.
func TestActionsAreNamedByDigest(t *testing.T) {
	files := []string{"action.yml", "README.md", "CONTRIBUTING.md"}
	found := 0
	for _, folder := range []string{".github", "docs"} {
		err := fs.WalkDir(os.DirFS(repository), folder, func(path string, _ fs.DirEntry, err error) error {
			if slices.Contains([]string{".yml", ".yaml", ".md"}, filepath.Ext(path)) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range files {
		text := readFile(t, path)
		found += len(used.FindAllString(text, -1))
		for _, use := range movable(text) {
			t.Errorf("%s: %s: not by a commit, with a comment like # v1.2.3", path, use)
		}
	}
	const least = 40 // there were 50
	if found < least {
		t.Errorf("only %d actions were found in %d files", found, len(files))
	}
}

// TestMovable shows which names are movable, in each notation.
func TestMovable(t *testing.T) {
	const commit = "actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8"
	for text, bad := range map[string]bool{
		"      - uses: " + commit + " # v5.0.0\n":      false,
		"      - { uses: " + commit + " } # v5.0.0\n":  false,
		"        uses: './'\n":                         false,
		"# uses: actions/checkout@v5\n":                false,
		"      - uses: ndconform/ndconform@v1.0.0\n":   false,
		"      - uses: " + commit + "\n":               true,
		"      - uses: " + commit + " # v5\n":          true,
		"      - uses: " + commit[:40] + " # v5.0.0\n": true,
		"      - uses: actions/checkout@v5\n":          true,
		"      - uses: actions/checkout@v5.0.0\n":      true,
		"      - uses: actions/checkout@main # main\n": true,
		"      - uses: actions/checkout\n":             true,
		"      - uses: \"actions/checkout@v5\"\n":      true,
		"      - \"uses\": actions/checkout@v5\n":      true,
		"      - { uses: actions/checkout@v5 }\n":      true,
		"      - name: x\n        uses:  a/b@v1\n":     true,
		"      - uses: docker://alpine:3\n":            true,
		"      - uses: ndconform/ndconform@main\n":     true,
		"      - uses: ./.github/actions/x\n":          false,
	} {
		if got := movable(text); (len(got) > 0) != bad {
			t.Errorf("%q: %q", text, got)
		}
	}
}
