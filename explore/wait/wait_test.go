package wait

import (
	"testing"
	"time"
)

// A process that stands still for seconds has not waited for the provider meanwhile.
func TestTimeInWhichNobodyLooksIsNotTheProviders(t *testing.T) {
	begin := time.Now()
	w := &Wait{limit: time.Second, looked: begin}
	if w.lasted(begin.Add(time.Minute)) > w.limit {
		t.Error("a minute in which nobody has looked counts")
	}
	last := begin.Add(time.Minute)
	for n := range 2000 {
		last = last.Add(time.Millisecond)
		if over := w.lasted(last) > w.limit; over != (n >= 980) {
			t.Fatalf("after %d looks, one each millisecond, it is over: %v", n+1, over)
		}
	}
	w.Again()
	if w.waited != 0 {
		t.Error("it does not begin afresh")
	}
}
