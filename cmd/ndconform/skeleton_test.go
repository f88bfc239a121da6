package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// TestSkeletonDLL shows that the DLL for an author to begin with is standard C++, that the suite takes it, and that the
// first cause is the first method to write.
func TestSkeletonDLL(t *testing.T) {
	const cpp, source = "x86_64-w64-mingw32-g++", "../../docs/providers/skeleton/skeleton."
	if _, err := exec.LookPath(cpp); err != nil {
		t.Skip("it needs " + cpp)
	}
	d := dlls{t, t.TempDir()}
	dll, report := filepath.Join(d.folder, "skeleton.dll"), filepath.Join(d.folder, "run.json")
	d.run(cpp, "-std=c++17", "-pedantic-errors", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-static", "-shared",
		"-o", dll, source+"cpp", source+"def")
	program, err := filepath.Abs(*windowsProgram)
	if *windowsProgram == "" || err != nil {
		t.Skip("make test-windows runs the suite on it, with -windows")
	}
	said, _ := underWine(program, "--provider=dll,path="+dll, "--quiet", "--json-report="+report).CombinedOutput()
	text, err := os.ReadFile(report)
	run := &reports.Run{}
	if err != nil || json.Unmarshal(text, run) != nil {
		t.Fatalf("%v: %s", err, said)
	}
	causes := reports.CausesOf(run)
	if len(causes) == 0 || causes[0].Common != "IND2Adapter::CreateOverlappedFile returns ND_NOT_SUPPORTED" {
		t.Errorf("%d causes: %+v\n%s", len(causes), causes, said)
	}
}
