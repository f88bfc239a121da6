package wire

import (
	"bytes"
	"encoding/hex"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestGolden takes apart what Linux's rdma_rxe has sent, and makes the same bytes.
func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/rxe.txt")
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		tested++
		fields := strings.Fields(line)
		t.Run(fields[0], func(t *testing.T) { rebuild(t, fields[1], fields[2], fields[3]) })
	}
	if tested < 27 {
		t.Errorf("%d packets", tested)
	}
}

func rebuild(t *testing.T, identification, port, datagram string) {
	id, err := strconv.ParseUint(identification, 0, 16)
	if err != nil {
		t.Fatal(err)
	}
	zero := NewFlow(netip.MustParseAddrPort("10.0.0.1:"+port), netip.MustParseAddrPort("10.0.0.2:4791"))
	flow := zero.WithIPv4(uint16(id), true)
	b, err := hex.DecodeString(datagram)
	if err != nil {
		t.Fatal(err)
	}
	if !Check(b, &flow) {
		t.Error("the ICRC is wrong")
	}
	if got, ok := Identification(b, &zero); !ok || got != uint16(id) {
		t.Errorf("identification %#x, %v, want %#x", got, ok, id)
	}
	var p Packet
	if err := p.Decode(b); err != nil {
		t.Fatal(err)
	}
	if p.Opcode == UDSendOnly {
		message, err := DecodeMAD(p.Payload)
		if err != nil {
			t.Fatal(err)
		}
		p.Payload = make([]byte, MADSize)
		message.Encode((*[MADSize]byte)(p.Payload))
	}
	if got := p.Append(nil, &flow); !bytes.Equal(got, b) {
		t.Errorf("rebuilt:\n% x\nwant:\n% x", got, b)
	}
}
