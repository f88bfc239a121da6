package replay

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	_ "github.com/ndconform/ndconform/providers/ref"
)

// connected is the beginning of a text: two connected queue pairs, with windows and shared Receives.
const connected = `
adapter1 = provider1.OpenAdapter(local) → ND_SUCCESS
adapter2 = provider1.OpenAdapter(peer) → ND_SUCCESS
cq1 = adapter1.CreateCompletionQueue(depth 16) → ND_SUCCESS
cq2 = adapter2.CreateCompletionQueue(depth 16) → ND_SUCCESS
srq1 = adapter2.CreateSharedReceiveQueue(depth 8, entries 1) → ND_SUCCESS
mr1 = adapter1.CreateMemoryRegion() → ND_SUCCESS
mr1.Register(4096 bytes, ND_MR_FLAG_ALLOW_LOCAL_WRITE|ND_MR_FLAG_RDMA_READ_SINK)
mr2 = adapter2.CreateMemoryRegion() → ND_SUCCESS
mr2.Register(4096 bytes, ND_MR_FLAG_ALLOW_REMOTE_WRITE|ND_MR_FLAG_ALLOW_REMOTE_READ)
mw1 = adapter2.CreateMemoryWindow() → ND_SUCCESS
qp1 = adapter1.CreateQueuePair(receives cq1, initiated cq1, receive-depth 4, initiator-depth 4, receive-entries 1, initiator-entries 2) → ND_SUCCESS
qp2 = adapter2.CreateQueuePairWithSrq(receives cq2, initiated cq2, srq1, context 9, initiator-depth 4, initiator-entries 1) → ND_SUCCESS
listener1 = adapter2.CreateListener() → ND_SUCCESS
listener1.Bind() → ND_SUCCESS
listener1.Listen() → ND_SUCCESS
connector1 = adapter1.CreateConnector() → ND_SUCCESS
connector2 = adapter2.CreateConnector() → ND_SUCCESS
connector1.Bind() → ND_SUCCESS
listener1.GetConnectionRequest(connector2) → ND_PENDING
connector1.Connect(qp1, to listener1, inbound-reads 1, outbound-reads 1, data 4 bytes) → ND_PENDING
event of listener1.GetConnectionRequest → ND_SUCCESS
connector2.GetPrivateData(room 0) → ND_BUFFER_OVERFLOW
connector2.GetPrivateData() → ND_SUCCESS
srq1.Receive(context 7, [mr2+0[64]]) → ND_SUCCESS
connector2.Accept(qp2, inbound-reads 1, outbound-reads 1) → ND_PENDING
event of connector1.Connect → ND_SUCCESS
connector1.CompleteConnect()
event of connector2.Accept → ND_SUCCESS
`

func play(t *testing.T, text string) Result {
	t.Helper()
	return playOn(t, "ref", text)
}

func playOn(t *testing.T, provider, text string) Result {
	t.Helper()
	lines, err := recorded.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	open, err := ndclient.Open(provider, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	result, err := Play(t.Context(), ends, []Track{Text(lines)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ends.Close(); err != nil {
		t.Error(err)
	}
	return result
}

// Requests of each kind come as the text says, and it leaves nothing open.
func TestPlay(t *testing.T) {
	result := play(t, connected+`
qp1.Send(context 1, [mr1+0[8] mr1+16[8]], ND_OP_FLAG_SILENT_SUCCESS) → ND_SUCCESS
cq2.GetResults() → [Receive ND_SUCCESS context 7, 16 bytes, queue pair 0x9]
cq2.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING
qp2.Bind(context 2, mr2, mw1, mr2+64[64], ND_OP_FLAG_ALLOW_READ|ND_OP_FLAG_ALLOW_WRITE) → ND_SUCCESS
event of cq2.Notify → ND_SUCCESS
cq2.GetResults() → [Bind ND_SUCCESS context 2]
qp1.Write(context 3, [mr1+0[8]], mr2+64[8], token of mw1) → ND_SUCCESS
qp1.Read(context 4, [mr1+8[8]], mr2+64[8], token of mr2) → ND_SUCCESS
cq1.GetResults() → [Write ND_SUCCESS context 3; Read ND_SUCCESS context 4]
cq1.GetResults() → []
qp1.Write(context 5, [mr1+0[8]], mr2+4092[8], token of mr2) → ND_SUCCESS
cq1.GetResults() → [Write ND_ACCESS_VIOLATION context 5]
qp1.Send(context 6, [nobody+0[8]]) → ND_SUCCESS
cq1.GetResults()
connector1.Disconnect()
connector2.Release() → ND_SUCCESS`)
	if result.Stopped != nil || len(result.Differences) > 0 {
		t.Errorf("%+v, %v", result.Differences, result.Stopped)
	}
}

// Tokens stay those of objects that were deregistered or released, and calls get objects of another kind and addresses
// that are not the adapter's.
func TestWhatIsNotGood(t *testing.T) {
	result := play(t, connected+`
connector3 = adapter1.CreateConnector() → ND_SUCCESS
connector3.Bind(peer:0) → ND_INVALID_ADDRESS
connector3.Bind() → ND_SUCCESS
connector3.Connect(cq1, to peer:9) → ND_INVALID_PARAMETER_1
adapter1.CreateQueuePair(receives mr1, initiated cq1, receive-depth 1, initiator-depth 1) → ND_INVALID_PARAMETER_2
mr3 = adapter1.CreateMemoryRegion()
mr3.Register(64 bytes, ND_MR_FLAG_ALLOW_LOCAL_WRITE)
mr4 = adapter2.CreateMemoryRegion()
mr4.Register(64 bytes, ND_MR_FLAG_ALLOW_LOCAL_WRITE | ND_MR_FLAG_ALLOW_REMOTE_WRITE)
qp1.Write(context 1, [mr1+0[8]], mr4+0[8], token of mr4) → ND_SUCCESS
cq1.GetResults() → [Write ND_SUCCESS context 1]
mr4.Deregister()
mr4.Release()
mr3.Deregister()
mr3.Release()
qp1.Write(context 2, [mr1+0[8]/mr3], mr2+0[8], token of mr2) → ND_SUCCESS
cq1.GetResults() → [Write ND_ACCESS_VIOLATION context 2]`)
	if result.Stopped != nil || len(result.Differences) > 0 {
		t.Errorf("%+v, %v", result.Differences, result.Stopped)
	}
}

// The sample of docs/replaying.md can be made as it stands there.
func TestTheSampleIsTrue(t *testing.T) {
	page, err := os.ReadFile("../docs/replaying.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```text\n")
	sample, _, _ := strings.Cut(rest, "```")
	if result := play(t, sample); result.Stopped != nil || len(result.Differences) > 0 || result.Calls < 20 {
		t.Errorf("%d calls, %+v, %v", result.Calls, result.Differences, result.Stopped)
	}
}

// Whether a request ends at once is the provider's choice, how it ends is not.
func TestEndsAtOnceOrLater(t *testing.T) {
	const listens = `adapter1 = provider1.OpenAdapter(local)
cq1 = adapter1.CreateCompletionQueue(depth 4)
`
	for text, differences := range map[string]int{
		"cq1.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING\ncq1.CancelOverlappedRequests()\nevent of cq1.Notify → ND_CANCELED": 0,
		"cq1.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING\ncq1.CancelOverlappedRequests()\nevent of cq1.Notify → ND_SUCCESS":  1,
		"cq1.Resize(depth 2) → ND_PENDING": 1,
	} {
		if result := play(t, listens+text); result.Stopped != nil && differences == 0 || len(result.Differences) != differences {
			t.Errorf("%q: %v, %v", text, result.Differences, result.Stopped)
		}
	}
}

// What is different is listed, and the text goes on.
func TestDifferences(t *testing.T) {
	result := play(t, `adapter1 = provider1.OpenAdapter(local)
cq1 = adapter1.CreateCompletionQueue(depth 0) → ND_SUCCESS
adapter1.CreateCompletionQueue(depth 0) → ND_INVALID_PARAMETER_3
cq2 = adapter1.CreateCompletionQueue(depth 1) → ND_INSUFFICIENT_RESOURCES
cq2.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING
cq2.CancelOverlappedRequests() → ND_SUCCESS
event of cq2.Notify → ND_SUCCESS`)
	var got []string
	for _, d := range result.Differences {
		got = append(got, d.Line.As(d.Now))
	}
	want := []string{
		"cq1 = adapter1.CreateCompletionQueue() → " + nd2.InvalidParameter3.String(),
		"cq2 = adapter1.CreateCompletionQueue(depth 1) → ND_SUCCESS", "event of cq2.Notify → ND_CANCELED",
	}
	if !slices.Equal(got, want) || result.Stopped != nil {
		t.Errorf("%q, want %q; %v", got, want, result.Stopped)
	}
}

// A line that can't be made ends the text, and says why.
func TestStops(t *testing.T) {
	const open = "adapter1 = provider1.OpenAdapter(local)\n"
	for text, want := range map[string]string{
		"cq1.Resize(depth 1)":                             "there is no cq1",
		"qp9.Send(context 1, []) → ND_CONNECTION_INVALID": "there is no qp9",
		open + "adapter1.CreateCompletionQueue(depth 1)":  "it has no name: write cq1 = … before it",
		open + "cq1 = adapter1.CreateCompletionQueue(depth 1)\ncq1 = adapter1.CreateCompletionQueue(depth 1)": "there is a cq1 already",
		open + "adapter1.CreateCompletionQueue(depth 1) → ND_SUCCESS":                                         "it has no name: write cq1 = … before it",
		open + "qp1 = adapter1.CreateListener()":                                                              "CreateListener creates a listener: name it as in listener1",
		open + "qp1 = adapter1.CreateQueuePair(receives cq7, initiated cq7)":                                  "there is no cq7",
		open + "connector1 = adapter1.CreateConnector()\nconnector1.Connect(qp1)":                             "there is no qp1",
		open + "cq1 = adapter1.CreateCompletionQueue(depth 1)\ncq1.GetNotifyAffinity()\nmr1.Release()":        "there is no mr1",
	} {
		result := play(t, text)
		if result.Stopped == nil || result.Stopped.Says != want {
			t.Errorf("%q: %v, want %q", text, result.Stopped, want)
		}
	}
}
