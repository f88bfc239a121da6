package ci

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// made are the folders that a script makes or removes, and destination is where a program is built.
var (
	made        = regexp.MustCompile(`\b(?:mkdir(?: -p)?|rm -rf) ([\w./-]+)`)
	destination = regexp.MustCompile(`\bgo build -o (?:\./)?([\w./-]+)`)
)

// TestFoldersOfReportsAreNothingElse shows that no example puts its reports into a folder named like a
// program, or like a folder that a provider's source is likely to have.
func TestFoldersOfReportsAreNothingElse(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(repository, "docs/ci/*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	taken := []string{"ndconform", "ndconform.exe", "acme-conform"}
	here, err := os.ReadDir(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range here { // such as nd2: a vendor may have copied it
		if !strings.HasPrefix(e.Name(), ".") {
			taken = append(taken, e.Name())
		}
	}
	folders := map[string]string{readAction(t).Inputs["reports"].Default: "action.yml"}
	for _, path := range append(files, filepath.Join(repository, "action.yml"),
		filepath.Join(repository, "Containerfile")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range made.FindAllStringSubmatch(string(text), -1) {
			folders[strings.TrimPrefix(m[1], "./")] = path
		}
		for _, m := range destination.FindAllStringSubmatch(string(text), -1) {
			taken = append(taken, m[1])
		}
	}
	if len(folders) < 2 {
		t.Fatalf("folders: %v", folders)
	}
	for folder, path := range folders {
		if slices.Contains(taken, folder) {
			t.Errorf("%s makes the folder %s, which is something else where it runs", path, folder)
		}
	}
}

// TestActionBesideABinary shows that the action's folder can be made beside the built program.
func TestActionBesideABinary(t *testing.T) {
	r := newActionRunner(t)
	r.write(t, "ndconform", "#!/bin/sh\n")
	folder := r.action.Inputs["reports"].Default
	if _, code, printed := r.run(t, "suite", "INPUT_BINARY=./ndconform", "INPUT_REPORTS="+folder); code != 0 {
		t.Errorf("exit code %d: %s", code, printed)
	}
}
