// Package exec is the provider "exec": a provider in a process of its own on this machine, a
// host, which holds nothing else. Calls cross rings in shared memory, and memory is shared, where
// the system allows it, and cross two pipes elsewhere, in the messages of package wire. The host is
// this program or any other that is built on cmd/ndconform/command.
package exec
