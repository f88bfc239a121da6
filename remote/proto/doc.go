// Package proto is the protocol between a run and an agent, and what scripts/proto generates
// from it: remote.proto is what the two say to each other, session.proto, nd2.proto, nd1.proto
// and ndk.proto are the calls, and values.proto what these are given and leave behind.
package proto
