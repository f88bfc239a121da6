// Package session explores a provider in worker processes, one after another, since a
// provider may end the process that it is in.
//
// A [Session] sends workers task requests and takes their events; a worker that crashes or
// hangs has found something, too. An [Exploration] is a session with a journal: what
// ndconform explore does between its flags and its reports.
package session
