//go:build !linux && !windows

package child

import "os/exec"

// Seclude does nothing here.
func Seclude() {}

// StartTied starts cmd. Its process is not tied to this one here.
func StartTied(cmd *exec.Cmd) (untie func(), err error) { return func() {}, cmd.Start() }
