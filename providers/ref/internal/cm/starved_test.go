package cm

import "testing"

// TestStarvedRefusal shows that a lost refusal is repeated even if the process had no processor for longer than the
// repetition lasts: the peer, perhaps in the same process, asks again only afterwards.
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
