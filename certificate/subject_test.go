package certificate

import (
	"testing"

	"github.com/ndconform/ndconform/reports"
)

func TestWhatRanIsTheFileOfTheProvider(t *testing.T) {
	run := &reports.Run{Environment: reports.Environment{Program: "ndconform.exe", Binary: "b1"}}
	if got, want := Ran(run), (Subject{Name: "ndconform.exe", SHA256: "b1", Linked: true}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	run.Environment.ProviderFile, run.Environment.ProviderSHA256 = "acmend2.dll", "a5"
	if got, want := Ran(run), (Subject{Name: "acmend2.dll", SHA256: "a5"}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if !certify(run, suite(), nil).Loaded {
		t.Error("the certificate does not say that the file was loaded")
	}
}
