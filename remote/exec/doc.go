// Package exec is the provider "exec": a provider in a process of its own on this machine, a
// host, which holds nothing else. Calls and memory cross two pipes, in the messages of package
// wire. The host is this program or any other that is built on cmd/ndconform/command.
package exec
