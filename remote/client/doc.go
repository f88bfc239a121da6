// Package client is the provider "remote": the provider that an agent on another machine
// serves, with its adapters there. Each call of nd2 goes to the agent, and its outcome
// comes back on the same stream, in order with the events and packets of requests.
package client
