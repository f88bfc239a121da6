package ci

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestActionHoldsToBaseline shows that the suite gets the baseline, and that the summary begins with what
// changed, whatever compare's exit code.
func TestActionHoldsToBaseline(t *testing.T) {
	r := newActionRunner(t)
	r.write(t, "acme-conform",
		"#!/bin/sh\nprintf '%s\\n' \"$@\" >>arguments\ncase $1 in compare) echo \"# changes $5\"; exit 1 ;; esac\necho '# "+
			"report' >'nd 2/ndconform.md'\n")
	env := []string{
		"INPUT_BINARY=./acme-conform", "INPUT_PROVIDER=", "INPUT_WAIVERS=", "INPUT_REPORTS=nd 2",
		"INPUT_ARGS=", "INPUT_BASELINE=main 1.json",
	}
	if _, code, printed := r.run(t, "suite",
		env...); code != 0 || !strings.Contains(r.read("arguments"), "--baseline=main 1.json\n") {
		t.Errorf("exit code %d, arguments %s: %s", code, r.read("arguments"), printed)
	}
	_, code, printed := r.run(t, "summary", env...)
	if got := r.read("summary"); code != 0 || got != "# changes \n# report\n" {
		t.Errorf("exit code %d, summary %q: %s", code, got, printed)
	}
	if arguments := r.read("arguments"); !strings.Contains(arguments,
		"compare\nmain 1.json\nnd 2/ndconform.journal\n--format=html\n--output=nd 2/ndconform.changes.html\n") {
		t.Errorf("arguments %s", arguments)
	}
}

// TestActionKeepsItsBaseline shows that a baseline survives where this run writes its reports, whatever its name.
func TestActionKeepsItsBaseline(t *testing.T) {
	for _, baseline := range []string{"nd 2/ndconform.json", "./nd 2/../nd 2/ndconform.journal", "nd 2", "link"} {
		t.Run(baseline, func(t *testing.T) {
			r := newActionRunner(t)
			if err := os.Mkdir(filepath.Join(r.dir, "nd 2"), 0o755); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"ndconform.json", "ndconform.journal", "older.json"} {
				r.write(t, "nd 2/"+name, "known\n")
			}
			if err := os.Symlink("nd 2/ndconform.json", filepath.Join(r.dir, "link")); err != nil {
				t.Fatal(err)
			}
			r.write(t, "acme-conform", `#!/bin/sh
for a; do case $a in --baseline=*) b=${a#*=} ;; esac; done
if [ -d "$b" ]; then cat "$b"/*; else cat "$b"; fi >seen
echo new >'nd 2/ndconform.json'
`)
			_, code, printed := r.run(t, "suite", "INPUT_BINARY=./acme-conform", "INPUT_PROVIDER=", "INPUT_WAIVERS=",
				"INPUT_REPORTS=nd 2", "INPUT_ARGS=", "INPUT_BASELINE="+baseline)
			if seen := r.read("seen"); code != 0 || seen == "" || strings.ReplaceAll(seen, "known\n", "") != "" {
				t.Errorf("exit code %d, the baseline is %q: %s", code, seen, printed)
			}
			kept, ok := strings.CutPrefix(strings.TrimSpace(r.read("output")), "baseline=")
			if _, err := os.Stat(kept); err != nil || !ok {
				t.Errorf("the summary's baseline is %q: %v", kept, err)
			}
		})
	}
	if got := step(t, readAction(t), "summary").Env["INPUT_BASELINE"]; got != "${{ steps.suite.outputs.baseline }}" {
		t.Errorf("the summary compares with %q", got)
	}
}

// TestActionMeasures shows that bench gets earlier reports, that a slower provider fails the step, and that the
// summary ends with what changed.
func TestActionMeasures(t *testing.T) {
	r := newActionRunner(t)
	r.write(t, "acme-conform", `#!/bin/sh
printf '%s\n' "$@" >>arguments
case $1 in
bench) echo {} >'nd 2/ndconform.speed.json'; exit 1 ;;
compare) echo "# $2 and $3 $4"; exit 1 ;;
esac
`)
	if err := os.Mkdir(filepath.Join(r.dir, "nd 2"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.write(t, "nd 2/ndconform.md", "# report\n")
	env := []string{
		"INPUT_BINARY=./acme-conform", "INPUT_PROVIDER=acme,port=2", "INPUT_REPORTS=nd 2", "INPUT_BASELINE=",
		"INPUT_SPEEDS=main speeds",
	}
	_, code, printed := r.run(t, "bench", env...)
	want := "bench\n--json-report=nd 2/ndconform.speed.json\n--html-report=nd 2/ndconform.speed.html\n" +
		"--provider=acme,port=2\n--baseline=main speeds\n"
	if got := r.read("arguments"); code != 1 || got != want {
		t.Errorf("exit code %d, arguments %s: %s", code, got, printed)
	}
	_, code, printed = r.run(t, "summary", env...)
	want = "# report\n# main speeds and nd 2/ndconform.speed.json --format=markdown\n"
	if got := r.read("summary"); code != 0 || got != want {
		t.Errorf("exit code %d, summary %q: %s", code, got, printed)
	}
}
