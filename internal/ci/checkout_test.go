package ci

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckoutOnWindows shows that git, configured as on Windows, checks out every file unchanged:
// scripts, golden files and test sessions, too.
func TestCheckoutOnWindows(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git: ", err)
	}
	kept, clone := filepath.Join(t.TempDir(), "kept.git"), filepath.Join(t.TempDir(), "clone")
	here, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	git(t, "init", "--quiet", "--bare", kept)
	into := []string{"--git-dir=" + kept, "--work-tree=" + here, "-c", "core.bare=false", "-c", "core.autocrlf=false"}
	git(t, append(into, "add", "--all")...)
	git(t, append(into, "-c", "user.name=ci", "-c", "user.email=ci@localhost", "commit", "--quiet",
		"--message=as it is")...)
	git(t, "clone", "--quiet", "-c", "core.autocrlf=true", kept, clone)
	files := strings.Split(strings.TrimSuffix(git(t, "-C", clone, "ls-files", "-z"), "\x00"), "\x00")
	for _, name := range files {
		sameFile(t, filepath.Join(here, name), filepath.Join(clone, name), name)
	}
	for _, name := range []string{"scripts/test-windows", "internal/ci/testdata/script/slurm.txtar"} {
		if text, err := os.ReadFile(filepath.Join(clone, name)); err != nil || bytes.ContainsRune(text, '\r') {
			t.Errorf("%s has CR, or %v", name, err)
		}
	}
}

func sameFile(t *testing.T, here, there, name string) {
	t.Helper()
	want, err := os.ReadFile(here)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(there)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s is another file in a clone with core.autocrlf=true: .gitattributes decides how its lines end", name)
	}
}

// git runs git without configuration except its arguments.
func git(t *testing.T, arguments ...string) string {
	t.Helper()
	c := exec.Command("git", arguments...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") {
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	var complaint strings.Builder
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(arguments, " "), err, complaint.String())
	}
	return string(out)
}
