package wire

import "testing"

func testDREP() *DREP {
	m := &DREP{TransactionID: testTransaction, LocalCommID: 0xa1a2a3a4, RemoteCommID: 0xb1b2b3b4}
	fill(m.PrivateData[:])
	return m
}

func TestDREP(t *testing.T) {
	checkMessage(t, testDREP(), AttributeDREP, madHeader("0016")+"a1a2a3a4 b1b2b3b4")
}
