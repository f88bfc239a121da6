// Package usage checks the arguments and flags of commands: what they may be, which files they name,
// what a shell completes, and what to say when they are wrong.
package usage
