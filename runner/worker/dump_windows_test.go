package worker

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A worker that hangs leaves a minidump beside the journal, and not more of them than help.
func TestDump(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "run.journal")
	w := &worker{Batch: Batch{Dumps: journal}}
	says := w.dump("cq.getresults.send.nd-success/again")
	_, path, found := strings.Cut(strings.TrimSpace(says), ": ")
	if !found || strings.HasPrefix(says, "no memory dump") {
		t.Fatal(says)
	}
	content, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(content, []byte("MDMP")) || filepath.Dir(path) != filepath.Dir(journal) {
		t.Errorf("%s: %d bytes, %v", path, len(content), err)
	}
	for n := range dumpsMost {
		_ = os.WriteFile(journal+"."+string(rune('a'+n))+".dmp", nil, 0o666)
	}
	if says := w.dump("another"); says != fmt.Sprintf("no memory dump: there are %d beside the journal\n", dumpsMost+1) {
		t.Error(says)
	}

	RemoveDumps(journal)
	if says := w.dump("another"); strings.HasPrefix(says, "no memory dump") {
		t.Errorf("after those of an earlier run are removed: %s", says)
	}
}
