// Package address is how a machine reaches an agent, and is made known to it.
package address
