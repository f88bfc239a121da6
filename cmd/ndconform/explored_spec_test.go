package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// exploredMutants are found by exploring in a moment, and break different rules; with the seed below,
// by programs that a spec can carry out: in none a request must fail.
var exploredMutants = []string{
	"qp.write.stores/one-more", "qp.flush.cancels-receives/forgets-one",
	"stateful/cancel-leaves-third",
}

// TestWhatIsFoundIsASpec shows that what exploring writes in Go compiles among the specs, fails
// on the mutant that it was found on, and passes on the engine.
func TestWhatIsFoundIsASpec(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds ndconform")
	}
	t.Parallel()
	folder := t.TempDir()
	replace, ids := map[string]string{}, map[string]string{}
	specs, err := filepath.Abs("../../spec/qp")
	if err != nil {
		t.Fatal(err)
	}
	findings := func(id string) string { return filepath.Join(folder, strings.ReplaceAll(id, "/", "-")) }
	t.Run("explore", func(t *testing.T) {
		for _, id := range exploredMutants {
			t.Run(id, func(t *testing.T) {
				t.Parallel()
				ends(t, 1, "ndconform", "explore", "--provider=mutant,id="+id, "--for=2m", "--seed=3",
					"--timeout-scale=0.5", "--quiet", "--findings-folder="+findings(id))
			})
		}
	})
	for _, id := range exploredMutants {
		names, err := filepath.Glob(filepath.Join(findings(id), "*.go"))
		if err != nil || len(names) != 1 {
			t.Fatalf("%s: %d specs are written: %v", id, len(names), err)
		}
		replace[filepath.Join(specs, "explored_"+filepath.Base(names[0]))] = names[0]
		ids[id] = filterOf(t, names[0])
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay, binary := filepath.Join(folder, "overlay.json"), filepath.Join(folder, "ndconform.exe")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		t.Fatal(err)
	}
	ends(t, 0, "go", "vet", "-overlay="+overlay, "../../spec/qp")
	ends(t, 0, "go", "build", "-overlay="+overlay, "-o="+binary, ".")
	for id, filter := range ids {
		ends(t, 0, binary, "--provider=ref", "--filter="+filter)
		ends(t, 1, binary, "--provider=mutant,id="+id, "--filter="+filter)
	}
}

// filterOf is the id of the spec in a file.
func filterOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), `Covers("`)
	rule, _, ok := strings.Cut(after, `"`)
	if !ok {
		t.Fatalf("%s covers nothing:\n%s", path, text)
	}
	return rule + "/explored"
}

// ends makes a command end with a code, and returns what it has written to standard output.
func ends(t *testing.T, code int, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	got := 0
	if end := (*exec.ExitError)(nil); errors.As(err, &end) {
		got = end.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if got != code {
		t.Fatalf("%s %q ends with %d and not %d:\n%s%s", name, args, got, code, out, said.String())
	}
	return string(out)
}
