package child

import (
	"fmt"
	"sync/atomic"
)

// markVariable is the variable that a host and all that it starts carry.
const markVariable = "EXEC_HOST_OF"

var marks atomic.Uint64

// MarkOf is what the marks begin with of all hosts of a process.
func MarkOf(pid int) string { return fmt.Sprintf("%s=%d.", markVariable, pid) }

// NewMark returns an entry for the environment of a host of a process, which no other host has.
func NewMark(pid int) string { return fmt.Sprintf("%s%d.", MarkOf(pid), marks.Add(1)) }
