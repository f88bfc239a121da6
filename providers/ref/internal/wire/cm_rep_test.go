package wire

import "testing"

func testREP() *REP {
	m := &REP{
		TransactionID: testTransaction, LocalCommID: 0xa1a2a3a4, RemoteCommID: 0xb1b2b3b4,
		LocalQKey: 0xc1c2c3c4, LocalQPN: 0xd1d2d3, LocalEECN: 0xe1e2e3, StartingPSN: 0xf1f2f3,
		ResponderResources: 4, InitiatorDepth: 5,
		TargetAckDelay: 20, FailoverAccepted: 2, FlowControl: true,
		RNRRetryCount: 6, SRQ: true, LocalCAGUID: 0x0102030405060708,
	}
	fill(m.PrivateData[:])
	return m
}

func TestREP(t *testing.T) {
	checkMessage(t, testREP(), AttributeREP, madHeader("0013")+`
		a1a2a3a4 b1b2b3b4 c1c2c3c4
		d1d2d3 00  e1e2e3 00  f1f2f3 00
		04 05 a5 d0
		0102030405060708`)
}

func TestREPKeepsToItsBits(t *testing.T) {
	m := &REP{TargetAckDelay: 0xe0, FailoverAccepted: 0xfc, RNRRetryCount: 0xf8}
	var b, want [MADSize]byte
	m.Encode(&b)
	if new(REP).Encode(&want); b != want {
		t.Errorf("got  % x\nwant % x", b, want)
	}
}
