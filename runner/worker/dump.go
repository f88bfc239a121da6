package worker

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// dumpsMost is how many memory dumps are kept beside a journal: a method that hangs in one spec
// hangs in others too.
const dumpsMost = 8

// dump has the system write down the memory of this process, which hangs in a spec, and
// says where. Of code that is not Go's, a memory dump is what its author's debugger
// reads. The text is empty where no dump is made.
func (w *worker) dump(id string) string {
	if w.Dumps == "" || !dumps {
		return ""
	}
	earlier := dumpsBeside(w.Dumps)
	if len(earlier) >= dumpsMost {
		return fmt.Sprintf("no memory dump: there are %d beside the journal\n", len(earlier))
	}
	path := w.Dumps + "." + strings.ReplaceAll(id, "/", "-") + ".dmp"
	if err := writeDump(path); err != nil {
		_ = os.Remove(path)
		return fmt.Sprintf("no memory dump: %v\n", err)
	}
	return "a memory dump for WinDbg or Visual Studio: " + path + "\n"
}

// RemoveDumps removes the memory dumps of the run that the journal recorded before:
// they say nothing of the run that replaces it, and must not count towards its dumps.
func RemoveDumps(journal string) {
	for _, path := range dumpsBeside(journal) {
		_ = os.Remove(path)
	}
}

// dumpsBeside lists the memory dumps whose names begin with a path.
func dumpsBeside(path string) []string {
	if !dumps {
		return nil
	}
	list, _ := filepath.Glob(globbed(path) + ".*.dmp")
	return list
}

// globbed returns a pattern that matches one path and nothing else.
func globbed(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}
