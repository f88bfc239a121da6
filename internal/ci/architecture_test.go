package ci

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestArchitectureNamesFiles shows that each file in docs/architecture.md exists, by its path or its
// end.
func TestArchitectureNamesFiles(t *testing.T) {
	var files []string
	err := fs.WalkDir(os.DirFS(repository), ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Ext(name) == ".go" {
			files = append(files, "/"+name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`([a-z0-9_/]+\\.go)`").FindAllStringSubmatch(readFile(t, "docs/architecture.md"),
		-1) {
		if !slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix(f, "/"+m[1]) }) {
			t.Errorf("there is no %s", m[1])
		}
	}
}

// A depguardRule says what the files of a folder may import.
type depguardRule struct {
	Files []string
	Allow []string
}

// depguard are the linter's rules of imports.
func depguard(t *testing.T) map[string]depguardRule {
	t.Helper()
	var f struct {
		Linters struct {
			Settings struct {
				Depguard struct{ Rules map[string]depguardRule }
			}
		}
	}
	if err := yaml.Unmarshal([]byte(readFile(t, ".golangci.yml")), &f); err != nil {
		t.Fatal(err)
	}
	return f.Linters.Settings.Depguard.Rules
}

var quoted = regexp.MustCompile("`([a-z0-9/]+)`")

// TestArchitectureIsEnforced shows that the linter has a rule for each row of docs/architecture.md's
// table of folders, and that it allows what the row does.
func TestArchitectureIsEnforced(t *testing.T) {
	_, table, _ := strings.Cut(readFile(t, "docs/architecture.md"), "| folder | job | may import |\n| --- | --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rules, rows := depguard(t), 0
	for row := range strings.Lines(table) {
		cells := strings.Split(row, " | ")
		rows++
		for _, folder := range quoted.FindAllStringSubmatch(cells[0], -1) {
			rule, found := ruleOf(rules, folder[1])
			if !found {
				t.Errorf(".golangci.yml has no rule for %s", folder[1])
			}
			may := strings.Contains(cells[2], "may") || len(rule.Allow) == 0 // another row says it, or everything is allowed
			if said := allowedBy(cells[2]); !may && !slices.Equal(said, own(rule, folder[1])) {
				t.Errorf("%s may import %q by its row, and %q by the linter", folder[1], said, own(rule, folder[1]))
			}
		}
	}
	if rows < 24 {
		t.Errorf("only %d rows are read", rows)
	}
}

// ruleOf returns the rule for a folder, by its path or by that of a folder around it.
func ruleOf(rules map[string]depguardRule, folder string) (depguardRule, bool) {
	for at := folder; at != "."; at = path.Dir(at) {
		for name, rule := range rules {
			direct := slices.Contains(rule.Files, "**/"+at+"/*.go") || slices.Contains(rule.Files, "**/"+at+"/**/*.go")
			if direct && name != "model" { // which adds to that of explore
				return rule, true
			}
		}
	}
	return depguardRule{}, false
}

func allowedBy(cell string) (folders []string) {
	for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
		folders = append(folders, m[1])
	}
	slices.Sort(folders)
	return folders
}

// own are the module's folders that a folder's rule allows, without the folder itself.
func own(rule depguardRule, folder string) (folders []string) {
	for _, one := range rule.Allow {
		name, ok := strings.CutPrefix(strings.TrimSuffix(one, "$"), "github.com/ndconform/ndconform/")
		if ok && name != folder {
			folders = append(folders, name)
		}
	}
	slices.Sort(folders)
	return folders
}
