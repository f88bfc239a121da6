package spec

import (
	"context"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func TestHaveOutcomes(t *testing.T) {
	m := HaveOutcomes(Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(nd2.RequestRead, 2, nd2.Canceled))
	seen := []nd2.Result{
		{Status: nd2.Success, RequestType: nd2.RequestSend, RequestContext: 1, BytesTransferred: 9, QueuePairContext: 8},
		{Status: nd2.Canceled, RequestType: nd2.RequestRead, RequestContext: 2},
	}
	if ok, err := m.Match(seen); !ok || err != nil {
		t.Errorf("the outcomes themselves: %v, %v", ok, err)
	}
	if ok, _ := m.Match(seen[:1]); ok {
		t.Error("fewer results match")
	}
	seen[1].Status = nd2.RemoteError
	if ok, _ := m.Match(seen); ok {
		t.Error("another status matches")
	}
	says(t, m.FailureMessage(seen),
		"expected: 2 results, the first 1 as expected\n", "ND_CANCELED (Read, context 2)",
		"seen:     2 results, the first 1 as expected\n", "ND_REMOTE_ERROR (Read, context 2)")
	says(t, m.FailureMessage(seen[:1]), "seen:     1 result, the first 1 as expected")
	seen[0].RequestContext = 7
	says(t, m.FailureMessage(seen), "expected: 2 results\n", "ND_SUCCESS (Send, context 1)")
	many := HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 1000), nd2.Canceled)...)
	if lines := strings.Count(many.FailureMessage(seen), "\n"); lines > 40 {
		t.Errorf("a failure among 1,000 results has %d lines", lines)
	}
	if _, err := m.Match(nd2.Success); err == nil {
		t.Error("a status is taken for results")
	}
}

func TestStatusOf(t *testing.T) {
	queue := &oneResult{result: nd2.Result{Status: nd2.RemoteError}}
	if s := StatusOf(context.Background(), queue, nd2.InvalidParameter); s != nd2.InvalidParameter {
		t.Errorf("a refused request ended with %v", s)
	}
	if s := StatusOf(context.Background(), queue, nd2.Success); s != nd2.RemoteError {
		t.Errorf("a posted request ended with %v", s)
	}
	if end := EndOf(context.Background(), queue, nd2.InvalidParameter); end != any(nd2.InvalidParameter) {
		t.Errorf("a refused request ended with %v", end)
	}
	if end := EndOf(context.Background(), queue, nd2.Success); end != any(queue.result) {
		t.Errorf("a posted request ended with %v", end)
	}
}

type oneResult struct {
	nd2.CompletionQueue
	result nd2.Result
}

func (q *oneResult) GetResults(results []nd2.Result) uint32 {
	results[0] = q.result
	return 1
}
