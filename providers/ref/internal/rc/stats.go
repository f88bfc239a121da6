package rc

// Stats counts events of a connection, for diagnosis.
type Stats struct {
	// Sent counts the transmitted packets; Resent the retransmitted requests among
	// them.
	Sent, Resent uint64
	// Dropped counts the received packets without effect.
	Dropped uint64
	// Duplicates counts the peer's repeated requests; OutOfSequence those ahead of a
	// lost one, which get a NAK.
	Duplicates, OutOfSequence uint64
	// Timeouts, SequenceNaks, ImpliedNaks and RNRNaks count the causes of
	// retransmission: no answer, a NAK, a lost answer to a Read, an RNR NAK.
	Timeouts, SequenceNaks, ImpliedNaks, RNRNaks uint64
	// Probes counts how often a silent peer was probed.
	Probes uint64
}

// Stats returns the counts so far.
func (c *Conn) Stats() Stats { return c.stats }
