package child

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// markVariable is the environment variable of a host and all that it starts.
const markVariable = "EXEC_HOST_OF"

var marks atomic.Uint64

// namespace identifies the namespace of process ids: on Linux, another container with the same ids may be
// visible.
var namespace = sync.OnceValue(func() string {
	name, _ := os.Readlink("/proc/self/ns/pid") // other systems have none
	return name
})

// MarkOf is the prefix of the marks of a process's hosts.
func MarkOf(pid int) string { return fmt.Sprintf("%s=%s.%d.", markVariable, namespace(), pid) }

// NewMark returns an environment entry that only one host of a process has.
func NewMark(pid int) string { return fmt.Sprintf("%s%d.", MarkOf(pid), marks.Add(1)) }

// OwnVariable reports whether an environment's entry, NAME=value, is one of ndconform's variables.
func OwnVariable(entry string) bool { return ownVariable(entry, runtime.GOOS) }

// On Windows, names of variables ignore case.
func ownVariable(entry, system string) bool {
	name, _, _ := strings.Cut(entry, "=")
	if system == "windows" {
		name = strings.ToUpper(name)
	}
	return strings.HasPrefix(name, "NDCONFORM_")
}
