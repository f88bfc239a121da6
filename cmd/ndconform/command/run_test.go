package command

import (
	"path/filepath"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// What a second interrupt waits for is held while reports are written, and not after.
func TestReportsAreWrittenWhole(t *testing.T) {
	var s session
	free := func() bool {
		ok := s.writing.TryLock()
		if ok {
			s.writing.Unlock()
		}
		return ok
	}
	format := func(*reports.Run) ([]byte, error) {
		if free() {
			t.Error("an interrupt may cut this report in two")
		}
		return []byte("whole"), nil
	}
	s.files = outputs{{flag: "json-report", path: filepath.Join(t.TempDir(), "r.json"), format: format}}
	if err := s.files.open(); err != nil {
		t.Fatal(err)
	}
	for _, final := range []bool{false, true} {
		if err := s.report(&reports.Run{}, final); err != nil {
			t.Fatal(err)
		}
		if !free() {
			t.Fatal("an interrupt waits for ever")
		}
	}
	if err := s.files.close(); err != nil {
		t.Fatal(err)
	}
}
