package wire

import "testing"

func testRTU() *RTU {
	m := &RTU{TransactionID: testTransaction, LocalCommID: 0xa1a2a3a4, RemoteCommID: 0xb1b2b3b4}
	fill(m.PrivateData[:])
	return m
}

func TestRTU(t *testing.T) {
	checkMessage(t, testRTU(), AttributeRTU, madHeader("0014")+"a1a2a3a4 b1b2b3b4")
}
