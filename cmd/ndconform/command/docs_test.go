package command

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/selftest"
)

// TestProfilesAreDocumented shows that docs/certification.md has a row for each profile, with
// the rule that it is claimed by.
func TestProfilesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/certification.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range requirement.Profiles() {
		row := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(string(info.Profile)) + "` \\| .*" +
			regexp.QuoteMeta(info.Claim) + ".* \\|$")
		if !row.Match(text) {
			t.Errorf("no row for profile %s, claimed by %q", info.Profile, info.Claim)
		}
	}
}

// TestConfigurationIsDocumented shows that docs/configuration.md has a row for
// each key, and none for what is no key.
func TestConfigurationIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for line := range strings.Lines(string(text)) {
		if key, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"),
			"` |"); ok && strings.HasPrefix(line, "| `") && !strings.HasPrefix(key, "--") {
			documented = append(documented, key)
		}
	}
	slices.Sort(documented)
	a := &app{program: "ndconform", out: io.Discard, err: io.Discard}
	if keys := configKeys(a.configCommand()); !slices.Equal(keys, documented) {
		t.Errorf("keys       %v\ndocumented %v", keys, documented)
	}
}

var (
	fenced  = regexp.MustCompile("(?s)```(\\w+)\n(.*?)```")
	command = regexp.MustCompile(`(?:ndconform|acme-conform) ([^|>'\\\n]*(?:\\\n[^|>'\\\n]*)*)`)
	given   = regexp.MustCompile(`--([a-z-]+)`)
)

// TestSnippets shows that what readers copy from the documentation is well-formed and
// names only flags that exist.
func TestSnippets(t *testing.T) {
	a := &app{program: "ndconform", out: io.Discard, err: io.Discard, mutants: func() []selftest.Mutant { return nil }}
	for _, name := range pagesOf(t) {
		text, err := os.ReadFile(filepath.Join("../../..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
			if err := yaml.Unmarshal([]byte(block[2]), new(any)); block[1] == "yaml" && err != nil {
				t.Errorf("%s: %v:\n%s", name, err, block[2])
			}
		}
		for _, c := range command.FindAllStringSubmatch(string(text), -1) {
			own, program, _ := strings.Cut(c[1], " -- ")
			a.checkFlags(t, name, own)
			if inner, is := strings.CutPrefix(program, "ndconform "); is {
				a.checkFlags(t, name, inner)
			}
		}
	}
}

// checkFlags shows that a command in a page has the flags that it is given there.
func (a *app) checkFlags(t *testing.T, page, line string) {
	t.Helper()
	named, _, err := a.root().Find(strings.Fields(line))
	if err != nil {
		named = a.root()
	}
	for _, flag := range given.FindAllStringSubmatch(line, -1) {
		if named.Flags().Lookup(flag[1]) == nil {
			t.Errorf("%s: %s has no flag --%s: %s", page, named.Name(), flag[1], line)
		}
	}
}

// pagesOf are the pages for users: the README and those of docs.
func pagesOf(t *testing.T) []string {
	t.Helper()
	names := []string{"README.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob("../../../" + pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range found {
			names = append(names, strings.TrimPrefix(filepath.ToSlash(path), "../../../"))
		}
	}
	return names
}

func TestSize(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "1024": "1KiB", "512MiB": "512MiB", "2048MiB": "2GiB",
		"1000": "1000",
	} {
		var s usage.Size
		if err := s.Set(text); err != nil || s.String() != want {
			t.Errorf("%s: %s, %v, want %s", text, s.String(), err, want)
		}
	}
	for _, text := range []string{"", "-1", "1MB", "MiB", "99999999999GiB", "1.5GiB"} {
		var s usage.Size
		if err := s.Set(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
