// Package agent serves a provider's adapters to runs elsewhere, each session in a process of
// its own: what one does, and how it ends, costs no other.
package agent
