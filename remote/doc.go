// Package remote joins a run to the far end of its connections on another machine. Of its
// packages, wire is the protocol, client the provider that a run uses, agent what serves
// it on the other machine, host the process in which a session's calls are made, and keys
// the keys of both sides and the lists of keys that they know.
package remote

import (
	"crypto/rand"
	"os"
)

// runVariable names a run to its worker processes, which inherit it.
const runVariable = "NDCONFORM_REMOTE_RUN"

// Run returns the name of the run that this process belongs to. The process that begins
// a run calls it before it starts others.
func Run() string {
	name := os.Getenv(runVariable)
	if name == "" {
		name = rand.Text()
		_ = os.Setenv(runVariable, name) // without it each process would be another run, and refused
	}
	return name
}
