package replay

import (
	"math"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
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
qp1.Read(context 2, [mr1+8[2]], mr2+7000[2], token of mr2)
cq1.GetResults() → [Write ND_SUCCESS context 1; Read ND_SUCCESS context 2]`, "context 1", "the one at 79 is"},
		{"inline-over-64", `qp1.Write(context 1, [mr1+64[80]], mr2+6000[80], token of mr2, ND_OP_FLAG_INLINE)
cq1.GetResults() → [Write ND_SUCCESS context 1]`, "", ""}, // it may be on its way
		{"inline-over-64", `qp1.Write(context 1, [mr1+64[80]], mr2+6000[80], token of mr2, ND_OP_FLAG_INLINE)
qp1.Write(context 2, [mr1+64[8]], mr2+6002[8], token of mr2)
cq1.GetResults() → [Write ND_SUCCESS context 1; Write ND_SUCCESS context 2]`, "", ""},
		{"empty-sink-between", `qp1.Read(context 1, [mr1+8[2] mr1+20[0] mr1+40[1]], mr2+7000[3], token of mr2)
cq1.GetResults() → [Read ND_SUCCESS context 1]`, "context 1", "of 3 bytes, the one at 0 is"},
		{"!qp.write.stores/one-more", `qp1.Write(context 1, [mr1+64[8]], mr2+6000[8], token of mr2)
qp1.Send(context 2, [mr1+0[8]])
cq2.GetResults() → [Receive ND_SUCCESS context 7, 8 bytes]
cq1.GetResults() → [Write ND_SUCCESS context 1; Send ND_SUCCESS context 2]`, "context 1", "bytes behind the 8 have changed"},
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

// Nobody knows which of a shared queue's Receives of one context a result is of, and a Write that has succeeded may be
// on its way until a later request has met the peer.
func TestContentThatIsNotCertain(t *testing.T) {
	srq, qp := &object{name: "srq1"}, &object{name: "qp1"}
	receive := func(n int) *post {
		return &post{line: recorded.Line{Call: recorded.Call{Method: "Receive"}}, queue: srq, number: n, end: math.MaxInt}
	}
	c := contents{posts: []*post{receive(1), receive(2)}}
	if one, says := c.ends(nd2.Result{RequestType: nd2.RequestReceive}); one != nil || says != "" || c.off {
		t.Errorf("%v, %q, off %t", one, says, c.off)
	}
	write, read := &post{queue: qp, number: 3, wrote: true}, &post{queue: qp, number: 4}
	c.posts = []*post{write, read}
	if c.arrived(write); write.met {
		t.Error("a Write has met the peer by its own end")
	}
	if c.arrived(read); !write.met {
		t.Error("a Write has not met the peer, and the Read behind it has")
	}
}

// Messages have the bytes of the text, and a recording has as many of them as it was told to keep: these arrive, and
// what they are written over is no longer compared.
func TestBytes(t *testing.T) {
	lines, err := recorded.Parse(strings.NewReader(connected + `
qp1.Write(context 1, [mr1+64[4]], mr2+3000[4], token of mr2, carries 6e642121)
qp1.Send(context 2, [mr1+0[2] mr1+16[6]], carries 68656c6c6f)
cq2.GetResults() → [Receive ND_SUCCESS context 7, 8 bytes]
qp2.Send(context 3, [mr2+0[8]], carries 00)
cq1.GetResults() → [Write ND_SUCCESS context 1; Send ND_SUCCESS context 2]`))
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	open, err := ndclient.Open("ref", "", func(i providers.Instance) providers.Instance {
		k := judge.New(nil)
		k.Record(func(e event.Event) {
			if e.Call != nil && e.Call.Bytes != nil {
				kept = append(kept, string(e.Call.Bytes))
			}
		})
		k.Keep(4)
		return around.Insisting(i, k, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	result, err := Play(t.Context(), ends, []Track{Text(lines)}, Options{})
	if err != nil || result.Stopped != nil || len(result.Differences) > 0 {
		t.Errorf("%v, %+v", err, result)
	}
	if len(kept) != 3 || kept[0] != "nd!!" || kept[1] != "hell" || kept[2] != "\x00el\x6c" {
		t.Errorf("kept are %q", kept)
	}
	if err := ends.Close(); err != nil {
		t.Error(err)
	}
}
