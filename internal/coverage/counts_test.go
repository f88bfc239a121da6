package coverage

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

// count is a number that grows with each release.
var count = regexp.MustCompile(`\b(\d{1,3}(?:,\d{3})+|\d{3,}) (specs|rules|requirements|entries|mutants|variants)\b`)

// measured are the pages with measurements, which hold for the suite of their time, or generated pages.
var measured = []string{"docs/performance.md", "docs/coverage.md", "docs/rulings.md"}

// TestPagesStateNoCountsThatRot shows that the README's counts are right, and that no other page counts,
// except in a command's output.
func TestPagesStateNoCountsThatRot(t *testing.T) {
	suite, err := runner.Suite()
	if err != nil {
		t.Fatal(err)
	}
	is := map[string]int{"specs": len(suite), "rules": len(requirement.All())}
	for _, c := range count.FindAllStringSubmatch(page(t, "README.md"), -1) {
		if n, err := strconv.Atoi(strings.ReplaceAll(c[1], ",", "")); err != nil || n != is[c[2]] {
			t.Errorf("README.md says %s, and there are %d", c[0], is[c[2]])
		}
	}
	for _, name := range pages(t) {
		if slices.Contains(measured, name) {
			continue
		}
		for n, line := range strings.Split(page(t, name), "\n") {
			if c := count.FindString(line); c != "" && !strings.HasPrefix(line, "    ") {
				t.Errorf("%s:%d: %s: a number that is another one with the next release; say how large a part it is, or nothing",
					name, n+1, c)
			}
		}
	}
}

// TestProfilesAreDocumented shows that the page about certificates describes each profile.
func TestProfilesAreDocumented(t *testing.T) {
	text := page(t, "docs/certification.md")
	seen := map[requirement.Profile]bool{}
	for _, e := range requirement.All() {
		if !seen[e.Profile] && !strings.Contains(text, "\n| `"+string(e.Profile)+"` | ") {
			t.Errorf("docs/certification.md has no row about the profile %s", e.Profile)
		}
		seen[e.Profile] = true
	}
}

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// pages are those of the folder docs.
func pages(t *testing.T) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("../.."), "docs", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".md") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
