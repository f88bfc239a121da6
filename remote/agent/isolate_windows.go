package agent

import "os/exec"

// isolate does nothing here: only the process itself is ended.
func isolate(*exec.Cmd) {}
