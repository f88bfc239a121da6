// Package readers shows that the JUnit reports are understood by a reader that
// somebody else has written. It is a module of its own, so that nothing else
// depends on that reader.
package readers
