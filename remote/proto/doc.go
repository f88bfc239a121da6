// Package proto is the protocol between a run and an agent: remote.proto, and what
// scripts/proto generates from it.
package proto
