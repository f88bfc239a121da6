// Package address reaches an agent, and pairs with it.
package address
