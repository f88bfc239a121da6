package child

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
)

// markVariable is the variable that a host and all that it starts carry.
const markVariable = "EXEC_HOST_OF"

var marks atomic.Uint64

// namespace is where process ids mean what they mean here: on Linux, another container's may be seen that has the
// same ones.
var namespace = sync.OnceValue(func() string {
	name, _ := os.Readlink("/proc/self/ns/pid") // other systems have none
	return name
})

// MarkOf is what the marks begin with of all hosts of a process.
func MarkOf(pid int) string { return fmt.Sprintf("%s=%s.%d.", markVariable, namespace(), pid) }

// NewMark returns an entry for the environment of a host of a process, which no other host has.
func NewMark(pid int) string { return fmt.Sprintf("%s%d.", MarkOf(pid), marks.Add(1)) }
