package agent

import "os/exec"

// apart does nothing here: only the process itself is ended.
func apart(*exec.Cmd) {}
