// Package command is the command line of ndconform: flags and wiring, nothing else. It is
// a separate package so that a vendor's binary can be ten lines: import the suite, which
// is package spec/all, and the provider, which registers itself, and call [Main].
package command
