package wire

import (
	"bytes"
	"testing"
)

func testREJ() *REJ {
	m := &REJ{
		TransactionID: testTransaction, LocalCommID: 0xa1a2a3a4, RemoteCommID: 0xb1b2b3b4,
		MessageRejected: RejectedOther, Reason: RejectConsumer,
	}
	m.SetARI([]byte{0xc1, 0xc2, 0xc3})
	fill(m.PrivateData[:])
	return m
}

func TestREJ(t *testing.T) {
	checkMessage(t, testREJ(), AttributeREJ, madHeader("0012")+`
		a1a2a3a4 b1b2b3b4 80 06 001c
		c1c2c300 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000
		00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000`)
}

func TestSetARI(t *testing.T) {
	var m REJ
	long := bytes.Repeat([]byte{7}, 100)
	if m.SetARI(long); m.ARILength != ARISize || !bytes.Equal(m.ARI[:], long[:ARISize]) {
		t.Errorf("%d bytes: % x", m.ARILength, m.ARI)
	}
	if m.SetARI([]byte{1}); m.ARILength != 1 || m.ARI != [ARISize]byte{1} {
		t.Errorf("%d bytes: % x", m.ARILength, m.ARI)
	}
}

func TestRejectReasonNames(t *testing.T) {
	tests := map[RejectReason]string{
		0:                             "reason 0",
		RejectNoQP:                    "No QP available",
		RejectInvalidServiceID:        "Invalid Service ID",
		RejectConsumer:                "Consumer Reject",
		34:                            "reason 34",
		RejectVendorOptionUnsupported: "Vendor option not supported",
		36:                            "reason 36",
		0xffff:                        "reason 65535",
	}
	for reason, want := range tests {
		if got := reason.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
