// Package leak tells from samples of a process's memory and handles whether a provider
// keeps something of each connection.
package leak
