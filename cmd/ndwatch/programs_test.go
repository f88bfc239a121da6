//go:build windows && cgo

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/watch"
)

// built is where ndwatch.dll, ndref.dll and ndref's programs are: scripts/test-ndref builds them.
var built = flag.String("built", "", "the `folder` with ndwatch.dll, ndref.dll and the programs of ndref's tests")

// run runs a program on ndwatch.dll, and returns what it is found to break.
func run(t *testing.T, program string, environment ...string) (list []watch.Finding) {
	t.Helper()
	if *built == "" {
		t.Skip("scripts/test-ndref runs it, with -built")
	}
	file := filepath.Join(*built, "findings.jsonl")
	defer os.Remove(file)
	cmd := exec.Command(filepath.Join(*built, program+".exe"), filepath.Join(*built, "ndwatch.dll"))
	cmd.Env = append(append(os.Environ(), "NDWATCH_FINDINGS="+file,
		"NDWATCH_PROVIDER="+filepath.Join(*built, "ndref.dll")), environment...)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "ok") {
		t.Errorf("%s: %v\n%s", program, err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var f watch.Finding
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		list = append(list, f)
	}
	return list
}

// Without NDWATCH programs have the vendor's own objects, and nothing is found.
func TestInert(t *testing.T) {
	for _, program := range []string{"sendpong", "writepong", "misuse"} {
		if list := run(t, program); len(list) > 0 {
			t.Errorf("%s: %v", program, list)
		}
	}
}

// sendpong arms its queue again after a result, without having seen that it was the last one. Nothing else
// is wrong with the programs, and nothing with the engine's DLL.
func TestWatched(t *testing.T) {
	place := regexp.MustCompile(`^sendpong\.exe\+0x[0-9a-f]+$`)
	for _, f := range run(t, "sendpong", "NDWATCH=1") {
		if f.ID != "client.completion-queue.not-drained" || !place.MatchString(f.Caller) {
			t.Errorf("%v, called from %q", f, f.Caller)
		}
	}
	if list := run(t, "writepong", "NDWATCH=1"); len(list) > 0 {
		t.Errorf("writepong: %v", list)
	}
}
