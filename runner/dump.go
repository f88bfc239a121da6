package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// dumpsMost is how many memory dumps there are beside a journal: a method that hangs in one spec hangs in
// others alike.
const dumpsMost = 8

// dump has the system write down the memory of this process, which hangs in a spec, and
// says where: for code that is not Go's that is what its author's debugger reads. It is
// empty where no dump is made.
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

// RemoveDumps removes the memory dumps of the run that a journal was of. They count no
// more, and say nothing of the run that takes its place.
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

// globbed is a pattern that matches a path alone.
func globbed(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}
