// Package usage is about the arguments and flags of commands: what they may be, which files they name,
// what a shell completes, and what is said of those that are wrong.
package usage
