package ci

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitectureNamesFiles shows that there is a file for each that docs/architecture.md
// names, be it with all of its path or with the end of it.
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
	for _, m := range regexp.MustCompile("`([a-z0-9_/]+\\.go)`").FindAllStringSubmatch(readFile(t, "docs/architecture.md"), -1) {
		if !slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix(f, "/"+m[1]) }) {
			t.Errorf("there is no %s", m[1])
		}
	}
}
