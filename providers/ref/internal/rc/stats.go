package rc

// Stats counts what has happened to a connection, for diagnosis.
type Stats struct {
	// Sent counts the packets transmitted; Resent those of them that repeat a
	// request.
	Sent, Resent uint64
	// Dropped counts the packets received that had no effect.
	Dropped uint64
	// Duplicates and OutOfSequence count the peer's requests that came again, and
	// that came ahead of a lost one and were NAKed.
	Duplicates, OutOfSequence uint64
	// Timeouts, SequenceNaks, ImpliedNaks and RNRNaks count why requests were sent
	// again: no answer, a NAK, a lost answer to a Read, an RNR NAK.
	Timeouts, SequenceNaks, ImpliedNaks, RNRNaks uint64
	// Probes counts how often a silent peer was probed.
	Probes uint64
}

// Stats returns the counts so far.
func (c *Conn) Stats() Stats { return c.stats }
