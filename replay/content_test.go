package replay

import (
	"strings"
	"testing"

	_ "github.com/ndconform/ndconform/selftest/mutant/all"
)

// The bytes of messages are those of a Send, those of Reads and Writes what was at the other end, and a Receive changes
// nothing beyond its message, unless something else may have written there.
func TestContent(t *testing.T) {
	for _, c := range []struct{ provider, text, line, says string }{
		{"corrupts-over-4-kib", `qp1.Send(context 1, [mr1+0[8]])
qp1.Send(context 2, [mr1+0[4000]])
cq2.GetResults() → [Receive ND_SUCCESS context 7, 8 bytes; Receive ND_SUCCESS context 8, 4000 bytes]`, "", ""},
		{"inline-over-64", `qp1.Send(context 1, [mr1+64[80]], ND_OP_FLAG_INLINE)
cq2.GetResults() → [Receive ND_SUCCESS context 7, 80 bytes]`, "context 7", "no Send had the 80 bytes that came"},
		{"inline-over-64", `qp1.Write(context 1, [mr1+64[80]], mr2+6000[80], token of mr2, ND_OP_FLAG_INLINE)
cq1.GetResults() → [Write ND_SUCCESS context 1]`, "context 1", "the one at 79 is"},
		{"inline-over-64", `qp1.Write(context 1, [mr1+64[80]], mr2+6000[80], token of mr2, ND_OP_FLAG_INLINE)
qp1.Write(context 2, [mr1+64[8]], mr2+6002[8], token of mr2)
cq1.GetResults() → [Write ND_SUCCESS context 1; Write ND_SUCCESS context 2]`, "", ""},
		{"empty-sink-between", `qp1.Read(context 1, [mr1+8[2] mr1+20[0] mr1+40[1]], mr2+7000[3], token of mr2)
cq1.GetResults() → [Read ND_SUCCESS context 1]`, "context 1", "of 3 bytes, the one at 0 is"},
		{"!qp.write.stores/one-more", `qp1.Write(context 1, [mr1+64[8]], mr2+6000[8], token of mr2)
cq1.GetResults() → [Write ND_SUCCESS context 1]`, "context 1", "bytes behind the 8 have changed"},
		{"canceled-receive-written", `qp1.Flush()
cq1.GetResults() → [Receive ND_CANCELED context 9]`, "context 9", "of 8 bytes, the one at 0 is"},
	} {
		text := strings.NewReplacer("initiator-entries 2", "initiator-entries 3, inline 128", "4096 bytes", "8192 bytes",
			"[mr2+0[64]]", "[mr2+0[100]]").Replace(connected) +
			"srq1.Receive(context 8, [mr2+512[4000]])\nqp1.Receive(context 9, [mr1+1024[8]])\n" + c.text
		result := playOn(t, strings.Replace("mutant,id=stateful/"+c.provider, "stateful/!", "", 1), text)
		switch n := len(result.Differences); {
		case result.Stopped != nil || n > 1 || (n == 1) != (c.says != ""):
			t.Errorf("%s: %v, %v\n%s", c.provider, result.Stopped, result.Differences, c.text)
		case n == 1 && (!strings.Contains(result.Differences[0].Line.String(), c.line) ||
			!strings.Contains(result.Differences[0].Now, c.says)):
			t.Errorf("%s: %v, want %s", c.provider, result.Differences, c.says)
		}
	}
}
