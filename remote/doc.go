// Package remote has what joins a run to the far end of its connections on another machine:
// proto is what is spoken, client the provider that a run uses, agent what serves it there,
// host the process in which a session's calls are made, and keys who knows whom.
package remote

import (
	"crypto/rand"
	"os"
)

// runVariable names a run to its worker processes, which inherit it.
const runVariable = "NDCONFORM_REMOTE_RUN"

// Run names the run that this process belongs to. The process that begins a run calls it
// before it starts others.
func Run() string {
	name := os.Getenv(runVariable)
	if name == "" {
		name = rand.Text()
		_ = os.Setenv(runVariable, name) // or each process is a run of its own, and refused
	}
	return name
}
