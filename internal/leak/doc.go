// Package leak tells from samples of this process whether something is left behind by what has
// been made and released: by each connection, registration, file.
package leak
