// Package address is how a machine reaches an agent, and how it is paired with it.
package address
