package judge

import "testing"

// Receives of a shared queue that may never have a result are not kept for ever.
func TestCrowdedQueue(t *testing.T) {
	q := &sharedQueue{depth: 2}
	for n := range 9 {
		if q.push(new(request)); q.crowded != (n > 4) {
			t.Errorf("after %d Receives: crowded is %v", n+1, q.crowded)
		}
	}
	if n := len(q.receives.all()); n > 0 {
		t.Errorf("%d Receives are kept", n)
	}
}

// The order of messages is not known of Sends in two threads, nor of more than are kept.
func TestMixedMessages(t *testing.T) {
	one, two := &request{number: 1, length: 7}, &request{number: 2, length: 9}
	var m messages
	m.post(one)
	m.posted(one, true)
	m.post(two)
	m.posted(two, false)
	if next, known := m.next(); !known || next.length != 7 || m.sent != 1 {
		t.Errorf("%+v: %+v, %v", m, next, known)
	}
	m.post(one)
	m.post(two)
	if _, known := m.next(); known {
		t.Error("two Sends at once have an order")
	}
	m = messages{}
	for range mostMessages + 1 {
		m.post(one)
		m.posted(one, true)
	}
	if _, known := m.next(); known || !m.mixed {
		t.Error("more messages are kept than should be")
	}
}
