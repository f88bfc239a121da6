// Package exec is the provider "exec": a provider alone in a separate process on this machine, the
// host. Calls go through rings in shared memory, and memory is shared, where the system allows it;
// elsewhere calls go through two pipes, in the messages of package wire. The host is this program,
// or any other that is built on cmd/ndconform/command.
//
// # What is not ideal
//
// The host is looked at from outside: at the start and the end, and on Linux at random times between. Code that is
// loaded and unloaded between two looks is not seen. Programs that begin and end between two are not seen on Linux; on
// Windows the host's job counts them (look.go). Other systems don't tell.
package exec
