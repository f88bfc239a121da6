// Package fake is a provider and a handful of specs that misbehave on purpose. The
// runner and the command are tested with them; no binary that ships has them.
package fake
