// Package exec is the provider "exec": a provider alone in a separate process on this machine, the
// host. Calls go through rings in shared memory, and memory is shared, where the system allows it;
// elsewhere calls go through two pipes, in the messages of package wire. The host is this program,
// or any other that is built on cmd/ndconform/command.
//
// # What is not ideal
//
// The host is looked at from outside, at random times: code that is loaded and unloaded between two of them is not
// seen (look.go).
package exec
