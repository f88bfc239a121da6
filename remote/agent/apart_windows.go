package agent

import "os/exec"

// apart does nothing: the process is ended alone.
func apart(*exec.Cmd) {}
