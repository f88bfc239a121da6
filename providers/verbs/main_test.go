package verbs

import (
	"os"
	"runtime"
	"testing"
)

// TestMain collects the garbage at the end. The leak check of a binary that was built
// with -asan takes what any Go memory points to for held, garbage included, unless
// that is collected and, by GODEBUG=clobberfree=1, overwritten.
func TestMain(m *testing.M) {
	code := m.Run()
	runtime.GC()
	os.Exit(code)
}
