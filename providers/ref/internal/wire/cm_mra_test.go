package wire

import "testing"

func testMRA() *MRA {
	m := &MRA{
		TransactionID: testTransaction, LocalCommID: 0xa1a2a3a4, RemoteCommID: 0xb1b2b3b4,
		MessageMRAed: MRAOfREP, ServiceTimeout: 21,
	}
	fill(m.PrivateData[:])
	return m
}

func TestMRA(t *testing.T) {
	checkMessage(t, testMRA(), AttributeMRA, madHeader("0011")+"a1a2a3a4 b1b2b3b4 40 a8")
}
