//go:build !linux

package child

import "os/exec"

// Start starts cmd.
func Start(cmd *exec.Cmd) (ended func(), err error) { return func() {}, cmd.Start() }

// KillOrphans kills no process here: on Windows those that a host has left are in its job, and other systems don't
// tell.
func KillOrphans() {}

// KillLastOrphans does neither.
func KillLastOrphans() {}
