// Package agent serves a provider's adapters to runs elsewhere, each session in a process of
// its own, so that whatever happens in one session does no harm to others.
package agent
