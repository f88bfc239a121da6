package command

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDigestsAreOfWhatWasRead shows that a run records the digest of the text that it read, whatever
// becomes of the file, and that an unreadable file takes no digest from its folder.
func TestDigestsAreOfWhatWasRead(t *testing.T) {
	lab := newForgery(t)
	path := lab.path("good.journal")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	waived := []byte("waivers: []\n")
	lab.write(t, "waivers.yaml", waived)
	if err := os.Mkdir(lab.path("runs"), 0o777); err != nil {
		t.Fatal(err)
	}
	lab.write(t, "runs/run.journal", text)
	lab.write(t, "runs/torn.journal", []byte("torn"))
	broken := os.Symlink("nowhere", lab.path("runs/broken.journal")) // where there are links
	for name, c := range map[string]struct {
		baseline string
		want     []byte
	}{
		"a file":   {path, text},
		"a folder": {lab.path("runs"), append(append([]byte(nil), text...), "torn"...)},
	} {
		f := &runFlags{baseline: c.baseline, waivers: lab.path("waivers.yaml")}
		before := f.excuses().digest
		lab.write(t, "waivers.yaml", []byte("waivers:\n"))
		inputs := (&app{}).inputs(f)
		lab.write(t, "waivers.yaml", waived)
		if got, want := inputs[0].SHA256, fmt.Sprintf("%x", sha256.Sum256(c.want)); got != want {
			t.Errorf("%s: %s, not %s (a broken link: %v)", name, got, want, broken)
		}
		if got, want := inputs[1].SHA256, fmt.Sprintf("%x", sha256.Sum256(waived)); got != want || before != want {
			t.Errorf("waivers: %s, not %s", got, want)
		}
	}
	if f := (&runFlags{baseline: filepath.Join(lab.dir, "nothing")}); f.known().digest != "" || f.known().err == nil {
		t.Errorf("a file that is not there has the digest %q", f.known().digest)
	}
}

// TestVariables shows which variables of the environment a run notes: those that change what a provider does,
// without the values of secrets.
func TestVariables(t *testing.T) {
	list := variablesOf([]string{
		"PATH=/bin", "LD_PRELOAD=/x.so", "NDCONFORM_KEY=secret", "GODEBUG=gctrace=1", "HOME=/h", "RDMAV_FORK_SAFE=",
		"MLX5_LONG=" + strings.Repeat("x", 300) + "\n\x1b",
	})
	var words []string
	for _, i := range list {
		words = append(words, i.String())
	}
	want := "variable GODEBUG=gctrace=1; variable LD_PRELOAD=/x.so; variable MLX5_LONG=" + strings.Repeat("x", 199) +
		"…; variable NDCONFORM_KEY; variable RDMAV_FORK_SAFE"
	if got := strings.Join(words, "; "); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
