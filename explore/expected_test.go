package explore

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls/recorded"
)

// The text of a finding about a status ends with what was expected.
func TestExpecting(t *testing.T) {
	const before = "connector1.Disconnect() → ND_SUCCESS\n"
	for _, c := range []struct{ last, expected, seen, want string }{
		{
			"srq1.Modify(depth 1) → ND_SUCCESS", "modify to end with [ND_BUFFER_OVERFLOW]", "it ended with ND_SUCCESS",
			"srq1.Modify(depth 1) → ND_BUFFER_OVERFLOW",
		},
		{
			"cq1.GetResults() → [Send ND_SUCCESS context 1; Receive ND_CANCELED context 2]", "ND_SUCCESS",
			"ND_CANCELED of Receive, request 2", "cq1.GetResults() → [Send ND_SUCCESS context 1; Receive ND_SUCCESS context 2]",
		},
		{"qp1.Flush() → ND_SUCCESS", "ND_PENDING of Connect", "it returned ND_NO_MEMORY", "qp1.Flush() → ND_SUCCESS"},
		{
			"connector1.NotifyDisconnect() → ND_PENDING", "NotifyDisconnect to end when the connection does", "it has not",
			"connector1.NotifyDisconnect() → ND_PENDING\nevent of connector1.NotifyDisconnect",
		},
		{
			"connector1.NotifyDisconnect() → ND_PENDING\nconnector2.NotifyDisconnect() → ND_PENDING",
			"NotifyDisconnect to end when the connection does", "it has not",
			"connector1.NotifyDisconnect() → ND_PENDING\nconnector2.NotifyDisconnect() → ND_PENDING",
		},
		{"cq1.GetResults()", "ND_SUCCESS", "ND_SUCCESS and", "cq1.GetResults()"},
	} {
		lines, err := recorded.Parse(strings.NewReader(before + c.last))
		if err != nil {
			t.Fatal(err)
		}
		var calls []recorded.Call
		for _, line := range lines {
			calls = append(calls, line.Call)
		}
		got := Finding{Recorded: calls, Expected: c.expected, Seen: c.seen}.Text()
		if want := before + c.want + "\n"; got != want {
			t.Errorf("%s: %swant %s", c.last, got, want)
		}
	}
}
