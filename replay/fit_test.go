package replay

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
)

// What the adapter has not is listed, and made to fit unless the program would be another one.
func TestFit(t *testing.T) {
	lines, err := recorded.Parse(strings.NewReader(`adapter1 = provider1.OpenAdapter(peer)
cq1 = adapter1.CreateCompletionQueue(depth 9000)
cq2 = adapter1.CreateCompletionQueue(depth 9000)
cq1.Resize(depth 9000) → ND_INVALID_PARAMETER
qp1 = adapter1.CreateQueuePair(receives cq1, initiated cq1, receive-depth 2, initiator-depth 90, inline 8)
srq1 = adapter1.CreateSharedReceiveQueue(depth 1)
mr1 = adapter1.CreateMemoryRegion()
mr1.Register(4096 bytes)
mr2 = adapter1.CreateMemoryRegion()
mr2.Register(5000 bytes)
qp1.Send(context 1, [mr1+0[8] mr1+8[8]], ND_OP_FLAG_INLINE)
qp1.Send(context 1, [mr2+1000[1]])
connector1 = adapter1.CreateConnector()
connector1.Bind(192.0.2.1:5000)
connector1.Connect(qp1, to 192.0.2.2:5000, inbound-reads 9, data 100 bytes)
connector1.Accept(qp1, data 100 bytes)`))
	if err != nil {
		t.Fatal(err)
	}
	ends := &ndclient.Ends{}
	i := &ends.End[1].Info
	i.MaxCompletionQueueDepth, i.MaxInitiatorQueueDepth, i.MaxReceiveQueueDepth = 100, 10, 10
	i.MaxInitiatorSGE, i.MaxRegistrationSize, i.MaxTransferLength = 1, 1000, 1000
	i.MaxInboundReadLimit, i.MaxCallerData, i.MaxCalleeData = 1, 50, 60
	lacks, err := Lacks(t.Context(), ends, []Track{Text(lines)})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, l := range lacks {
		if l.Left {
			l.Says += "!"
		}
		said = append(said, l.Says)
	}
	const want = `CreateCompletionQueue: depth 9000, and the adapter has 100
CreateQueuePair: initiator-depth 90, and the adapter has 10
CreateQueuePair: inline 8, and the adapter has 0
CreateSharedReceiveQueue: depth 1, and the adapter has 0!
Register: bytes 4096, and the adapter has 1000
Register: bytes 5000, and the adapter has 1000!
Send: entries 2, and the adapter has 1!
Send: inline bytes 16, and the adapter has 0
Bind: 192.0.2.1 is the address of neither adapter
Connect: inbound-reads 9, and the adapter has 1
Connect: data 100, and the adapter has 50
Connect: 192.0.2.2 is the address of neither adapter
Accept: data 100, and the adapter has 60`
	if got := strings.Join(said, "\n"); got != want || lacks[0].Line.Number != 2 {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	var fitting []recorded.Call
	err = Fit(ends, []Track{Text(lines)})[0].Each(t.Context(), func(line recorded.Line) { fitting = append(fitting, line.Call) })
	const text = `adapter1 = provider1.OpenAdapter(peer)
cq1 = adapter1.CreateCompletionQueue(depth 100)
cq2 = adapter1.CreateCompletionQueue(depth 100)
cq1.Resize(depth 9000) → ND_INVALID_PARAMETER
qp1 = adapter1.CreateQueuePair(receives cq1, initiated cq1, context 0, receive-depth 2, initiator-depth 10)
srq1 = adapter1.CreateSharedReceiveQueue(depth 1)
mr1 = adapter1.CreateMemoryRegion()
mr1.Register(1000 bytes)
mr2 = adapter1.CreateMemoryRegion()
mr2.Register(5000 bytes)
qp1.Send(context 1, [mr1+0[8] mr1+8[8]])
qp1.Send(context 1, [mr2+1000[1]])
connector1 = adapter1.CreateConnector()
connector1.Bind(:5000)
connector1.Connect(qp1, to local:5000, inbound-reads 1, data 50 bytes)
connector1.Accept(qp1, data 60 bytes)
`
	if got := recorded.Text(fitting); err != nil || got != text {
		t.Errorf("%v\n%s\nwant\n%s", err, got, text)
	}
}
