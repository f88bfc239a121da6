//go:build !linux

package child

import "os/exec"

// Start starts cmd.
func Start(cmd *exec.Cmd) (ended func(), err error) { return func() {}, cmd.Start() }

// KillOrphans kills nothing here: on Windows a host's orphans are in its job, and other systems don't show them.
func KillOrphans() {}

// KillLastOrphans kills nothing here, either.
func KillLastOrphans() {}

// KillMarked kills nothing here: the system does not show others' environments.
func KillMarked(string) {}

// Resident can't measure another process's memory here.
func Resident(int) (size int64, ok bool) { return 0, false }

// Taken can't measure it, either.
func Taken(int) (size int64, ok bool) { return 0, false }

// Volunteer does nothing here.
func Volunteer() {}

// OwnProgram returns the path by which this process was started: there is no other one.
func OwnProgram(path string) string { return path }

// Executable returns the program's path. There is nothing to release.
func (p *Program) Executable() (path string, release func(), err error) {
	return p.Name(), func() {}, nil
}
