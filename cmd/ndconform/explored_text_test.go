package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// exploredMutants are found by exploring in a moment: by the bytes that arrive, and by requests that do not end.
var exploredMutants = map[string]string{
	"qp.write.stores/one-more": "now ND_SUCCESS, and ", "stateful/cancel-leaves-third": "cq.notify.cancel-ends-all",
}

// TestWhatIsFoundIsAText shows that the calls that exploring writes show the same finding when they are replayed on the
// mutant, and nothing on the engine.
func TestWhatIsFoundIsAText(t *testing.T) {
	if testing.Short() {
		t.Skip("it explores many providers")
	}
	t.Parallel()
	for id, says := range exploredMutants {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			ends(t, 1, "ndconform", "explore", "--provider=mutant,id="+id, "--for=2m", "--seed=3", "--timeout-scale=0.5",
				"--quiet", "--findings-folder="+folder)
			names, err := filepath.Glob(filepath.Join(folder, "*.calls"))
			if err != nil || len(names) != 1 {
				t.Fatalf("%d texts are written: %v", len(names), err)
			}
			if said := replayed(t, "mutant,id="+id, names[0]); !strings.Contains(said, says) {
				t.Errorf("the replay does not say %q:\n%s", says, said)
			}
			if said := replayed(t, "ref", names[0]); strings.Contains(said, "about the provider") || strings.Contains(said, "now ND_SUCCESS") {
				t.Errorf("the replay on the engine finds something:\n%s", said)
			}
		})
	}
}

// replayed is what replay says of a text; explore's programs make wrong calls on purpose.
func replayed(t *testing.T, provider, name string) string {
	t.Helper()
	out, err := exec.Command("ndconform", "replay", name, "--provider="+provider, "--timeout-scale=0.1").CombinedOutput()
	if end := (*exec.ExitError)(nil); err != nil && !errors.As(err, &end) {
		t.Fatal(err)
	}
	return string(out)
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
