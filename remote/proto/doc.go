// Package proto is what a run and an agent say to each other: remote.proto, and what
// scripts/proto generates from it.
package proto
