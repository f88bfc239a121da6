// Package agent serves a provider's adapters to runs on other machines. Each session has a
// separate process, so that no session harms another.
package agent
