package recorded

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// lines are one of each form of the notation.
var lines = []string{
	"adapter1 = provider1.OpenAdapter(local) → ND_SUCCESS",
	"adapter2 = provider2.OpenAdapter(peer) → ND_SUCCESS",
	"cq1 = adapter1.CreateCompletionQueue(depth 16) → ND_SUCCESS",
	"srq1 = adapter1.CreateSharedReceiveQueue(depth 16, entries 2, threshold 3) → ND_SUCCESS",
	"qp1 = adapter1.CreateQueuePair(receives cq1, initiated cq2, context 0x10001, receive-depth 2, initiator-depth 3, " +
		"receive-entries 1, initiator-entries 4, inline 256) → ND_SUCCESS",
	"qp2 = adapter1.CreateQueuePairWithSrq(receives cq1, initiated cq2, srq1, context 7, initiator-depth 3, " +
		"initiator-entries 4) → ND_SUCCESS",
	"mr1.Register(4096 bytes, ND_MR_FLAG_ALLOW_REMOTE_WRITE|ND_MR_FLAG_RDMA_READ_SINK) → ND_PENDING",
	"event of mr1.Register → ND_SUCCESS",
	"cq1.Resize(depth 8) → ND_NOT_SUPPORTED",
	"cq1.Notify(ND_CQ_NOTIFY_SOLICITED) → ND_PENDING",
	"srq1.Notify() → ND_PENDING",
	"srq1.Notify() → ND_PENDING",
	"event of srq1.Notify, pending 2 → ND_CANCELED",
	"event of srq1.Notify → ND_SUCCESS",
	"srq1.Modify(depth 8, threshold 1) → ND_SUCCESS",
	"listener1.Bind(:5000) → ND_SUCCESS",
	"listener1.Listen(backlog 3) → ND_SUCCESS",
	"listener1.GetConnectionRequest(connector2) → ND_PENDING",
	"connector1.Bind() → ND_SUCCESS",
	"connector1.Connect(qp1, to listener1, inbound-reads 1, outbound-reads 2, data 4 bytes) → ND_PENDING",
	"connector1.Connect(qp1, to [fe80::1%2]:5000) → ND_PENDING",
	"event of connector1.Connect, pending 2 → ND_CONNECTION_REFUSED",
	"connector1.Bind(peer:0) → ND_INVALID_ADDRESS",
	"connector1.Bind(192.0.2.1:0) → ND_INVALID_ADDRESS",
	"connector1.Connect(cq1, to peer:9) → ND_INVALID_PARAMETER",
	"qp1 = adapter1.CreateQueuePair(receives mr1, initiated cq2, context 0) → ND_INVALID_PARAMETER_2",
	"qp1.Send(context 1, [mr1+0[8]/mr2 mr1+8[8]/nobody nobody+0[8]/mr1]) → ND_SUCCESS",
	"connector1.Reject(data 4 bytes) → 0xC1234567",
	"connector1.GetPrivateData(room 0) → ND_BUFFER_OVERFLOW",
	"connector1.GetPeerAddress() → ND_SUCCESS",
	"qp1.Send(context 1, [mr1+0[8] nobody+0[4]], ND_OP_FLAG_SILENT_SUCCESS|ND_OP_FLAG_INLINE) → ND_SUCCESS",
	"srq1.Receive(context 2, []) → ND_NO_MORE_ENTRIES",
	"qp1.Send(context 1, [mr1+0[8]], ND_OP_FLAG_INLINE, carries 68656c6c6f) → ND_SUCCESS",
	"qp1.Read(context 3, [mr1+0[8]], mr2+8[8], token of mr2) → ND_SUCCESS",
	"qp1.Write(context 3, [mr1+0[8]], mr2+8[8], earlier token of mw1, ND_OP_FLAG_READ_FENCE) → ND_SUCCESS",
	"qp1.Bind(context 4, mr1, mw1, mr1+8[8], ND_OP_FLAG_ALLOW_READ) → ND_SUCCESS",
	"qp1.Invalidate(context 5, mw1) → ND_SUCCESS",
	"qp1.Flush()",
	"cq1.GetResults()",
	"cq1.GetResults() → []",
	"cq1.GetResults() → [Receive ND_SUCCESS context 1, 8 bytes, queue pair 0x10001; Send ND_CANCELED context 2]",
	"qp1.Release() → ND_SUCCESS",
}

// What is printed is read back as it was, and the other way round.
func TestNotation(t *testing.T) {
	parsed, err := Parse(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range parsed {
		if got := line.String(); got != lines[i] {
			t.Errorf("%s\nis read as\n%s", lines[i], got)
		}
	}
	if of := parsed[slices.Index(lines, "event of connector1.Connect, pending 2 → ND_CONNECTION_REFUSED")].Of; !strings.HasPrefix(lines[of], "connector1.Connect(qp1, to [") {
		t.Errorf("the event is that of %s", lines[of])
	}
}

// A text says which request has ended where it is not the oldest one, and leaves out what had ended before.
func TestText(t *testing.T) {
	arm := Call{On: "cq1", Method: "Notify", Notify: nd2.NotifyAny, Status: nd2.Pending}
	end := func(of int) Call { return Call{On: "cq1", Method: notified, Request: "Notify", Of: of} }
	lines := strings.Split(Text([]Call{arm, arm, end(1), end(1), end(0), end(9)}), "\n")[2:]
	for n, want := range []string{
		"event of cq1.Notify, pending 2 → ND_SUCCESS", "# event of cq1.Notify → ND_SUCCESS",
		"event of cq1.Notify → ND_SUCCESS", "# event of cq1.Notify → ND_SUCCESS", "",
	} {
		if lines[n] != want {
			t.Errorf("%s, want %s", lines[n], want)
		}
	}
}

// Comments, spaces and the other arrow are for those who write by hand.
func TestNotationByHand(t *testing.T) {
	text := "# a comment\n\n  qp1.Send( context 1 , [ mr1+0[8] ], ND_OP_FLAG_INLINE | ND_OP_FLAG_READ_FENCE )   ->  ND_SUCCESS  # sent\r\n"
	parsed, err := Parse(strings.NewReader(text))
	if err != nil || len(parsed) != 1 || parsed[0].Number != 3 || parsed[0].Status != nd2.Success {
		t.Fatalf("%v, %v", parsed, err)
	}
	if got, want := parsed[0].String(), "qp1.Send(context 1, [mr1+0[8]], ND_OP_FLAG_READ_FENCE|ND_OP_FLAG_INLINE) → ND_SUCCESS"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What is wrong is said with its place.
func TestNotationErrors(t *testing.T) {
	for text, want := range map[string]string{
		"hello":                                    `line 1, column 1: expected an object, such as qp1, and found "hello"`,
		"\nqp1":                                    "line 2, column 4: expected a method behind qp1, as in qp1.Method()",
		"qp1.Sned()":                               `line 1, column 5: qp1 has no method "Sned"`,
		"qp1.Send":                                 "line 1, column 9: expected ( behind Send",
		"qp1.Send(context 1":                       "line 1, column 19: expected ) behind the parameters of Send",
		"qp1.Send(context x)":                      `line 1, column 10: "context x" is no parameter of Send, which has context, carries`,
		"cq1.Resize(8)":                            `line 1, column 12: "8" is no parameter of Resize, which has depth`,
		"qp1.Flush() → OK":                         `line 1, column 15: "OK" is no status, such as ND_SUCCESS`,
		"qp1.Flush() ND_SUCCESS":                   `line 1, column 13: expected → or the end of the line, and found "ND_SUCCESS"`,
		"cq1.GetResults() → ND_SUCCESS":            "line 1, column 20: expected results, as in [Receive ND_SUCCESS context 1, 8 bytes]",
		"cq1.GetResults() → [Send]":                `line 1, column 20: "Send" is no result, such as Receive ND_SUCCESS context 1, 8 bytes`,
		"Q = adapter1.Query()":                     `line 1, column 1: "Q" is no name for an object, such as qp1`,
		"connector1.Bind(nowhere:1)":               `line 1, column 17: "nowhere:1" is no parameter of Bind`,
		"connector1.Bind(:5000x)":                  `line 1, column 17: ":5000x" is no parameter of Bind`,
		"mr1.Register(1073741825 bytes)":           `line 1, column 14: "1073741825 bytes" is no parameter of Register`,
		"qp1.Send(context 1, [mr1+1[1073741824]])": `line 1, column 21: "[mr1+1[1073741824]]" is no parameter of Send, which has carries`,
		"cq1.Notify(ND_CQ_NOTIFY_ANY) → ND_NO_MEMORY\nevent of cq1.Notify": `line 2, column 10: no such request "cq1.Notify" is pending: each ends once`,
		"event of cq1.Notify":                                            `line 1, column 10: no such request "cq1.Notify" is pending: each ends once`,
		"qp1.Send(context 1, [mr1+0[8]/mw1])":                            `line 1, column 21: "[mr1+0[8]/mw1]" is no parameter of Send, which has carries`,
		"srq1.Notify()\nevent of srq1.Notify, pending 2xyz → ND_SUCCESS": "line 2, column 23: expected which request it is, as in pending 2",
		"srq1.Notify()\nevent of srq1.Notify, pending 2":                 `line 2, column 23: no such request "srq1.Notify" is pending: each ends once`,
		"cq1.Notify(ND_CQ_NOTIFY_ANY) → ND_SUCCESS\nevent of cq1.Notify": `line 2, column 10: no such request "cq1.Notify" is pending: each ends once`,
		"qp1.\xff()": "line 1, column 1: the line is not UTF-8",
	} {
		_, err := Parse(strings.NewReader(text))
		if e := new(ParseError); !errors.As(err, &e) || e.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

// FuzzParse holds that any text is read or refused, and that what is read is printed as it is read back.
func FuzzParse(f *testing.F) {
	for _, line := range lines {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, line := range parsed {
			if line.Request != "" {
				continue
			}
			again, err := Parse(strings.NewReader(line.String()))
			if err != nil || len(again) != 1 || again[0].String() != line.String() {
				t.Errorf("%q is printed as %q, and that is read as %v, %v", text, line.String(), again, err)
			}
		}
	})
}
