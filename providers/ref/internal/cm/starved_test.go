package cm

import "testing"

// TestStarvedRefusal shows that a refusal which was lost is repeated although the process got no processor for longer
// than it would be: the peer, which may be in it, asks again only then.
func TestStarvedRefusal(t *testing.T) {
	w, passive := requested()
	passive.conn.End(w.now, nil)
	w.air = nil // the REJ is lost
	due, _ := passive.conn.Deadline()
	w.now = due + passive.conn.wholeWait()
	passive.conn.Tick(w.now)
	w.active().conn.Tick(w.now)
	for len(w.air) > 0 {
		w.deliver()
	}
	if !w.active().saw(Refused) || passive.conn == nil {
		t.Fatalf("what came of it:\n%s", &w.log)
	}
	w.now, _ = passive.conn.Deadline()
	passive.conn.Tick(w.now)
	if !passive.saw(Gone) {
		t.Error("it is repeated for ever")
	}
}
