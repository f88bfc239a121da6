package dishonest

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/reports"
)

var (
	windowsProgram = flag.String("windows", "", "put a dishonest DLL under this ndconform.exe")
	engine         = flag.String("ndref", "", "the `DLL` that the dishonest one is but for its trick")
	drawn          = flag.Int("tricks", 0, "have the DLL try only this `number` of its tricks, drawn anew each time")
)

// few are the specs that it is put under: some fail, and others pass.
var few = []string{"qp.send.gathers/neighbors", "qp.send.nd-success", "qp.receive.nd-success", "cq.resize.nd-success*"}

// A dll is dishonest; it also says what it is put under.
type dll struct{ path, program, engine string }

// run runs the suite on the DLL, which tries a trick, and returns the report; nil if there is none.
func (d dll) run(t *testing.T, how, trick string, call, procs int, marks string) *reports.Run {
	t.Helper()
	out := t.TempDir()
	args := []string{
		d.program, "--provider=" + how + "dll,path=" + seen(d.path), "--procs=" + fmt.Sprint(procs), "--seed=1", "--quiet",
		"--timeout-scale=0.3", "--json-report=" + seen(filepath.Join(out, "run.json")),
		"--journal=" + seen(filepath.Join(out, "run.journal")),
	}
	for _, id := range few {
		args = append(args, "--filter="+id)
	}
	if runtime.GOOS != "windows" {
		wine, err := filepath.Abs("../../scripts/wine-run")
		if err != nil {
			t.Fatal(err)
		}
		args = append([]string{wine}, args...)
		defer func() { _ = exec.Command(wine, "--end").Run() }() // with what the DLL has left
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.WaitDelay = 5 * time.Second
	cmd.Dir = t.TempDir() // where it may leave something
	cmd.Env = append(os.Environ(), "DISHONEST_TRICK="+trick, fmt.Sprint("DISHONEST_CALL=", call),
		"DISHONEST_NDREF="+seen(d.engine), "DISHONEST_OUT="+seen(out), "DISHONEST_MARKS="+seen(marks), "WINE_TIMEOUT=120")
	said, err := cmd.CombinedOutput()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) && !errors.Is(err, exec.ErrWaitDelay) {
		t.Fatal(err)
	}
	code := cmd.ProcessState.ExitCode()
	t.Logf("exit code %d: %s", code, said[max(0, len(said)-300):])
	if code == 0 {
		t.Error("the command ends as if the provider were conformant")
	}
	text, err := os.ReadFile(filepath.Join(out, "run.json"))
	got := new(reports.Run)
	if err != nil || json.Unmarshal(text, got) != nil {
		return nil
	}
	return got
}

// seen is a path as programs for Windows see it.
func seen(path string) string {
	if runtime.GOOS == "windows" {
		return path
	}
	return "Z:" + path
}

// build builds the DLL, and lists its tricks.
func (d *dll) build(t *testing.T) (tricks []string) {
	t.Helper()
	d.path = filepath.Join(t.TempDir(), "tricks.dll")
	if out, err := exec.Command("x86_64-w64-mingw32-g++", "-std=c++17", "-O2", "-w", "-shared", "-static", "-o", d.path,
		"testdata/tricks.cpp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	source, err := os.ReadFile("testdata/tricks.h")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\t\{"([^"]+)", `).FindAllSubmatch(source, -1) {
		tricks = append(tricks, string(m[1]))
	}
	return tricks
}

// inSpec is a CreateCompletionQueue that a spec makes, and not the worker before the first one.
const inSpec = 3

// TestNoTrickOfADLLHelps is TestNoTrickHelps for a DLL, in the worker's process and in a separate one, with one worker
// and with four in turn. If -cheating is 2, each trick is tried with both, and before the first spec, too.
func TestNoTrickOfADLLHelps(t *testing.T) {
	if *windowsProgram == "" {
		t.Skip("make test-windows runs it, with -windows")
	}
	d := &dll{}
	var err [2]error
	d.program, err[0] = filepath.Abs(*windowsProgram)
	d.engine, err[1] = filepath.Abs(*engine)
	if err := errors.Join(err[:]...); err != nil {
		t.Fatal(err)
	}
	tricks := d.build(t)
	if *drawn > 0 {
		rand.Shuffle(len(tricks), func(i, j int) { tricks[i], tricks[j] = tricks[j], tricks[i] })
		tricks = tricks[:min(*drawn, len(tricks))]
	}
	for i, how := range []string{"", "exec,provider="} {
		deserved := d.deserved(t, how)
		for j, trick := range tricks {
			for n := range *cheating {
				procs, call := []int{1, 4}[(i+j+n)%2], []int{inSpec, 1}[n%2]
				t.Run(fmt.Sprintf("%s%s, call %d, procs %d", how, trick, call, procs), func(t *testing.T) {
					marks := t.TempDir()
					got := d.run(t, how, trick, call, procs, marks)
					if files, err := os.ReadDir(marks); err != nil || len(files) == 0 {
						t.Errorf("the trick was not tried: %v", err)
					}
					if children, _ := filepath.Glob(filepath.Join(marks, "child-*")); how != "" && len(children) > 0 {
						t.Errorf("%d processes that the host has started are left", len(children))
					}
					if got != nil { // a command that was killed leaves none
						compare(t, deserved, got)
					}
				})
			}
		}
	}
}

// deserved returns the verdicts on the DLL when it tries no trick.
func (d dll) deserved(t *testing.T, how string) map[string]reports.Verdict {
	t.Helper()
	got := d.run(t, how, "", 1, 1, t.TempDir())
	if got == nil {
		t.Fatal("without a trick there is no report")
	}
	verdicts := map[string]reports.Verdict{}
	for _, s := range got.Specs {
		verdicts[s.ID] = s.Verdict
	}
	if n := got.Count(); n[reports.Fail] == 0 || n[reports.Pass] == 0 || n[reports.NotRun]+n[reports.Error] > 0 {
		t.Fatalf("without a trick: %v, %s: %v", n, got.Incomplete, slices.Collect(maps.Keys(verdicts)))
	}
	t.Logf("%s%v", strings.TrimSuffix(how, "provider="), got.Count())
	return verdicts
}
