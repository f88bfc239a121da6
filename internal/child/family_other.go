//go:build !linux

package child

import "os/exec"

// Start starts cmd.
func Start(cmd *exec.Cmd) (ended func(), err error) { return func() {}, cmd.Start() }

// KillOrphans kills nothing here: on Windows a host's orphans are in its job, and other systems don't show them.
func KillOrphans() {}

// KillLastOrphans kills nothing here, either.
func KillLastOrphans() {}
