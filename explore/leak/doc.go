// Package leak tells, from samples of a process's memory and handles, whether a
// provider keeps something for each connection.
package leak
