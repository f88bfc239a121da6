// Package replay makes the calls of a text in the notation of calls/recorded on any provider, waits where the text has
// waited, and compares what comes with what the text says.
package replay
