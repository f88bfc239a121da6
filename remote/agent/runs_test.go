package agent

import (
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// TestSessionsOfARun shows that a run may have mostSessions sessions, on however many connections.
func TestSessionsOfARun(t *testing.T) {
	r := &runs{wait: 1}
	for range mostSessions {
		if _, err := r.enter(t.Context(), "a run", "somewhere"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.enter(t.Context(), "a run", "elsewhere"); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("one more: %v", err)
	}
	r.leave()
	if _, err := r.enter(t.Context(), "a run", "elsewhere"); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
}
