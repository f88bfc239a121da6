// Package fake is a provider and a handful of specs that misbehave on purpose.
// They are what the runner and the command are tested with, and are in no binary
// that ships.
package fake
