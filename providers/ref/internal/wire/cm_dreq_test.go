package wire

import "testing"

func testDREQ() *DREQ {
	m := &DREQ{TransactionID: testTransaction, LocalCommID: 0xa1a2a3a4, RemoteCommID: 0xb1b2b3b4, RemoteQPN: 0xc1c2c3}
	fill(m.PrivateData[:])
	return m
}

func TestDREQ(t *testing.T) {
	checkMessage(t, testDREQ(), AttributeDREQ, madHeader("0015")+"a1a2a3a4 b1b2b3b4 c1c2c3 00")
}
