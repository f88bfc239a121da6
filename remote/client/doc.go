// Package client is the provider "remote": the provider that an agent on another machine
// serves, with its adapters there. Each call of nd2 goes to the agent. Its outcome comes
// back on the same stream, in order with the events and packets of requests.
//
// # What is not ideal
//
// Who receives is decided twice: by a goroutine over pipes and gRPC, and by whoever
// waits over rings (listen.go). Both sides keep numbers of requests that are over, in
// case of a late use, and forget them in agreement (requests.go): the protocol would be
// simpler if a client said when it lets go of an OVERLAPPED, but ND2 has no such call.
package client
