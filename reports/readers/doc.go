// Package readers shows that a reader written by somebody else understands the
// JUnit reports. It is a separate module, so that nothing else depends on that
// reader.
package readers
