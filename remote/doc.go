// Package remote joins a run to the far end of its connections on another machine. Its
// packages are wire, the protocol; client, the provider in a run; agent, the server on
// the other machine; host, the process that makes a session's calls; and keys, both
// sides' keys and lists of known keys.
package remote

import (
	"crypto/rand"
	"os"
)

// runVariable names a run to its worker processes, which inherit it.
const runVariable = "NDCONFORM_REMOTE_RUN"

// Run returns the name of this process's run. The process that begins a run calls it
// before it starts others.
func Run() string {
	name := os.Getenv(runVariable)
	if name == "" {
		name = rand.Text()
		_ = os.Setenv(runVariable, name) // without it each process would be another run, and be refused
	}
	return name
}
