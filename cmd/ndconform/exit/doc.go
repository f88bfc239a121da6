// Package exit has the exit codes of ndconform, and the errors that end a command with one.
package exit
