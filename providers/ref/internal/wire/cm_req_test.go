package wire

import (
	"net/netip"
	"testing"
)

func testREQ() *REQ {
	m := &REQ{
		TransactionID: testTransaction, LocalCommID: 0xa1a2a3a4, ServiceID: TCPServiceID(10000),
		LocalCAGUID: 0xb1b2b3b4b5b6b7b8, LocalQKey: 0xc1c2c3c4, LocalQPN: 0xd1d2d3, ResponderResources: 4,
		LocalEECN: 0xe1e2e3, InitiatorDepth: 5, RemoteEECN: 0xf1f2f3, RemoteCMResponseTimeout: 20,
		TransportService: ReliableDatagram, FlowControl: true,
		StartingPSN: 0x010203, LocalCMResponseTimeout: 21, RetryCount: 7,
		PartitionKey: 0xffff, PathMTU: MTUFor(1024), RDCExists: true, RNRRetryCount: 6,
		MaxCMRetries: 15, SRQ: true, ExtendedTransport: 5,
		Primary: Path{
			0x1234, 0x5678, GIDFrom(netip.MustParseAddr("192.0.2.1")), GIDFrom(netip.MustParseAddr("192.0.2.2")),
			0xabcde, 0x3f, 0x11, 0x40, 9, true, 18,
		},
		Alternate: Path{
			0x9abc, 0xdef0, GIDFrom(netip.MustParseAddr("2001:db8::1")), GIDFrom(netip.MustParseAddr("2001:db8::2")),
			0x00001, 0x02, 0x22, 0x01, 1, false, 19,
		},
	}
	fill(m.PrivateData[:])
	return m
}

func TestREQ(t *testing.T) {
	checkMessage(t, testREQ(), AttributeREQ, madHeader("0010")+`
		a1a2a3a4 00000000
		0000000001062710 b1b2b3b4b5b6b7b8
		00000000 c1c2c3c4
		d1d2d3 04  e1e2e3 05  f1f2f3 a5  010203 af
		ffff 3e fd
		1234 5678 00000000000000000000ffffc0000201 00000000000000000000ffffc0000202
		abcde 03f 11 40 98 90
		9abc def0 20010db8000000000000000000000001 20010db8000000000000000000000002
		00001 002 22 01 10 98`)
}

// One bit set at a time, so that no field can hide behind another.
func TestREQFieldsDoNotOverlap(t *testing.T) {
	tests := []struct {
		name string
		req  REQ
		at   int
		want byte
	}{
		{"response timeout", REQ{RemoteCMResponseTimeout: 31}, 43, 0xf8},
		{"transport service", REQ{TransportService: ExtendedTransport}, 43, 0x06},
		{"flow control", REQ{FlowControl: true}, 43, 0x01},
		{"local response timeout", REQ{LocalCMResponseTimeout: 31}, 47, 0xf8},
		{"retry count", REQ{RetryCount: 7}, 47, 0x07},
		{"MTU", REQ{PathMTU: 15}, 50, 0xf0},
		{"RDC exists", REQ{RDCExists: true}, 50, 0x08},
		{"RNR retry count", REQ{RNRRetryCount: 7}, 50, 0x07},
		{"CM retries", REQ{MaxCMRetries: 15}, 51, 0xf0},
		{"SRQ", REQ{SRQ: true}, 51, 0x08},
		{"extended transport", REQ{ExtendedTransport: 7}, 51, 0x07},
		{"rate", REQ{Primary: Path{PacketRate: 0x3f}}, 91, 0x3f},
		{"service level", REQ{Primary: Path{ServiceLevel: 15}}, 94, 0xf0},
		{"subnet local", REQ{Alternate: Path{SubnetLocal: true}}, 138, 0x08},
		{"ACK timeout", REQ{Alternate: Path{AckTimeout: 31}}, 139, 0xf8},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var empty, b [MADSize]byte
			new(REQ).Encode(&empty)
			tt.req.Encode(&b)
			empty[madHeaderSize+tt.at] = tt.want
			if b != empty {
				t.Errorf("got  % x\nwant % x", b, empty)
			}
		})
	}
}

func TestREQKeepsToItsBits(t *testing.T) {
	m := &REQ{
		LocalQPN: 1<<32 - 1, LocalEECN: 1<<32 - 1, RemoteEECN: 1<<32 - 1, StartingPSN: 1<<32 - 1,
		RemoteCMResponseTimeout: 0xe0, LocalCMResponseTimeout: 0xe0, TransportService: 0xfc,
		RetryCount: 0xf8, RNRRetryCount: 0xf8, PathMTU: 0xf0, MaxCMRetries: 0xf0, ExtendedTransport: 0xf8,
		Primary: Path{FlowLabel: 0xfff00000, PacketRate: 0xc0, ServiceLevel: 0xf0, AckTimeout: 0xe0},
	}
	var b, want [MADSize]byte
	m.Encode(&b)
	(&REQ{LocalQPN: low24, LocalEECN: low24, RemoteEECN: low24, StartingPSN: low24}).Encode(&want)
	if b != want {
		t.Errorf("got  % x\nwant % x", b, want)
	}
}
