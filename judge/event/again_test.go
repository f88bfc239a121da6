package event_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
)

// A history folds events, and names those that are left: c1 and r1 are a call and its return, x2 two more.
type history struct {
	event.Folder
	number uint64
	left   []string
}

func newHistory() *history {
	h := &history{}
	h.To = func(e event.Event) {
		switch {
		case e.Call != nil:
			h.left = append(h.left, fmt.Sprint("c", e.Call.Number))
		case e.Return != nil:
			h.left = append(h.left, fmt.Sprint("r", e.Return.Number))
		case e.Again > 0:
			h.left = append(h.left, fmt.Sprint("x", e.Again))
		default:
			h.left = append(h.left, "n")
		}
	}
	return h
}

func (h *history) begin(on string) (number uint64) {
	h.number++
	h.Take(event.Event{Call: &event.Call{Number: h.number, On: on, Method: calls.CQGetResults, Room: 4}})
	return h.number
}

func (h *history) end(number uint64, count uint32) {
	h.Take(event.Event{Return: &event.Return{Number: number, Count: count}})
}

func (h *history) poll(on string, count uint32) { h.end(h.begin(on), count) }

func TestFolder(t *testing.T) {
	for name, test := range map[string]struct {
		do   func(h *history)
		want []string
	}{
		"polls of nothing are one": {func(h *history) {
			h.poll("cq1", 0)
			h.poll("cq1", 0)
			h.poll("cq1", 0)
		}, []string{"c1", "r1", "x2"}},
		"a poll of something is none of them": {func(h *history) {
			h.poll("cq1", 0)
			h.poll("cq1", 0)
			h.poll("cq1", 1)
			h.poll("cq1", 0)
		}, []string{"c1", "r1", "x1", "c3", "r3", "c4", "r4"}},
		"nor is one of another queue": {func(h *history) {
			h.poll("cq1", 0)
			h.poll("cq2", 0)
		}, []string{"c1", "r1", "c2", "r2"}},
		"nor a poll with a notification in between": {func(h *history) {
			h.poll("cq1", 0)
			h.poll("cq1", 0)
			n := h.begin("cq1")
			h.Take(event.Event{Notification: &event.Notification{Request: 1}})
			h.end(n, 0)
			h.poll("cq1", 0)
		}, []string{"c1", "r1", "x1", "c3", "n", "r3", "c4", "r4"}},
		"nor a poll that another call overlaps": {func(h *history) {
			h.poll("cq1", 0)
			a, b := h.begin("cq1"), h.begin("cq1")
			h.end(a, 0)
			h.end(b, 0)
		}, []string{"c1", "r1", "c2", "c3", "r2", "r3"}},
	} {
		h := newHistory()
		test.do(h)
		h.Flush()
		if !slices.Equal(h.left, test.want) {
			t.Errorf("%s: %v is left, want %v", name, h.left, test.want)
		}
	}
}

func TestText(t *testing.T) {
	size := uint32(96)
	for _, test := range []struct {
		call    event.Call
		ended   event.Return
		want    string
		outcome string
	}{
		{
			event.Call{
				On: "qp1", Method: calls.QPSend, Context: 2, Flags: nd2.Inline,
				Entries: []event.Entry{{Memory: event.Memory{At: 0x7f00, Length: 64}, Token: 0x20}},
			},
			event.Return{},
			"qp1.Send(Context 0x2, 64 bytes at 0x7f00 with token 0x20, ND_OP_FLAG_INLINE)", "ND_SUCCESS",
		},
		{
			event.Call{On: "cq1", Method: calls.CQGetResults, Room: 4},
			event.Return{Count: 1, Results: []nd2.Result{{Status: nd2.Canceled, RequestType: nd2.RequestReceive}}},
			"cq1.GetResults(Results 4)", "1 {ND_CANCELED of Receive, 0 bytes}",
		},
		{
			event.Call{On: "cq1", Method: calls.CQNotify, Overlapped: &event.Overlapped{At: 0xc0}},
			event.Return{Status: nd2.Pending},
			"cq1.Notify(ND_CQ_NOTIFY_ERRORS, OVERLAPPED 0xc0)", "ND_PENDING",
		},
		{event.Call{On: "adapter1", Method: calls.AdapterQuery, Size: &size}, event.Return{}, "adapter1.Query()", "ND_SUCCESS"},
		{event.Call{On: "mr1", Method: calls.Release}, event.Return{Count: 3}, "mr1.Release()", "3"},
	} {
		if got := test.call.String(); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
		if got := test.ended.Outcome(&test.call); got != test.outcome {
			t.Errorf("%s, want %s", got, test.outcome)
		}
	}
}
