package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// dumpsMost is how many memory dumps a run makes: a method that hangs in one spec hangs in
// others alike.
const dumpsMost = 8

// dump has the system write down the memory of this process, which hangs in a spec, and
// says where: for code that is not Go's that is what its author's debugger reads. It is
// empty where no dump is made.
func (w *worker) dump(id string) string {
	if w.Dumps == "" || !dumps {
		return ""
	}
	earlier, _ := filepath.Glob(globbed(w.Dumps) + ".*.dmp")
	if len(earlier) >= dumpsMost {
		return fmt.Sprintf("no memory dump: this run has made %d\n", len(earlier))
	}
	path := w.Dumps + "." + strings.ReplaceAll(id, "/", "-") + ".dmp"
	if err := writeDump(path); err != nil {
		_ = os.Remove(path)
		return fmt.Sprintf("no memory dump: %v\n", err)
	}
	return "a memory dump for WinDbg or Visual Studio: " + path + "\n"
}

// globbed is a pattern that matches a path alone.
func globbed(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}
