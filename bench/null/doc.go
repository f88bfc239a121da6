// Package null is a provider that does next to nothing: each call completes its request and copies the
// bytes. Measuring it shows the cost of measuring. No user can choose it; tests make it misbehave.
package null
