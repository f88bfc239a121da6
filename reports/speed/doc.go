// Package speed is what `ndconform bench` measured, and every way to write it down: text, Go's
// benchmark format, JSON, an HTML page with plots. Its comparison of two reports is the gate.
package speed
