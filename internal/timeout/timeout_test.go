package timeout

import (
	"testing"
	"testing/synctest"
	"time"
)

// period is the period of a caller that waits for 20 s.
const period = 400 * time.Millisecond

// after makes a caller look whose process has waited for a processor for that long in all.
func (t *Timeout) after(passed, waited time.Duration) (over bool) {
	t.look(t.looked.Add(passed), map[string]thread{"1": {waited: waited, turns: 1}})
	return t.counted >= t.limit || t.all >= t.longest
}

// TestAProcessThatGetsNoProcessor shows after how many seconds a silent process is given up, by
// the share of time that it waits for a processor.
func TestAProcessThatGetsNoProcessor(t *testing.T) {
	for _, c := range []struct {
		name  string
		waits float64
		want  time.Duration
	}{
		{"it waits for something else", 0, 20 * time.Second},
		{"it gets half of what it needs", 0.5, 40 * time.Second},
		{"it gets a tenth", 0.9, 200 * time.Second},
		{"it gets nothing", 1, 300 * time.Second},
		{"several of its threads get nothing", 4, 300 * time.Second},
	} {
		o := OfProcess(20*time.Second, 300*time.Second, 0)
		o.after(period, time.Hour) // what it has waited before counts for nothing afterwards
		passed, waited := period, time.Hour
		for over := false; !over; passed += period {
			waited += time.Duration(c.waits * float64(period))
			over = o.after(period, waited)
		}
		if off := passed - c.want; off.Abs() > 5*time.Second {
			t.Errorf("%s: given up after %v, want %v", c.name, passed, c.want)
		}
	}
}

// TestRestarted shows that a process with regular signs of life is never given up, and that its
// start time counts only until the first.
func TestRestarted(t *testing.T) {
	o := OfProcess(20*time.Second, 300*time.Second, 10*time.Second)
	for n := range 70 {
		if o.after(period, 0) {
			t.Fatalf("given up after %v", time.Duration(n)*period)
		}
	}
	o.Restart()
	for n := range 1000 {
		if o.after(period, 0) {
			t.Fatalf("given up after %v", time.Duration(n)*period)
		}
		if n%40 == 0 {
			o.Restart()
		}
	}
	o.Restart()
	for range 20 * time.Second / period {
		o.after(period, 0)
	}
	if !o.Over() {
		t.Error("it is given more than its limit")
	}
}

// A process that stands still for a minute has not waited for another meanwhile.
func TestTimeInWhichNobodyLooks(t *testing.T) {
	if o := OfProcess(20*time.Second, 300*time.Second, 0); o.after(time.Minute, 0) || o.counted > 2*period {
		t.Errorf("%v count of a minute in which nobody has looked", o.counted)
	}
}

// A caller that looks too often gains no time.
func TestManyLooks(t *testing.T) {
	began := time.Now()
	for o := New(3 * leastPeriod); !o.Over(); {
	}
	if took := time.Since(began); took < 3*leastPeriod {
		t.Errorf("the time is up after %v", took)
	}
}

// When the time is up, the condition is asked once more, and not after that.
func TestUntil(t *testing.T) {
	signal := make(chan struct{}, 1)
	signal <- struct{}{}
	asked := 0
	signaled := func() <-chan struct{} { return signal }
	if !Until(time.Hour, signaled, func() bool { asked++; return asked == 2 }) {
		t.Error("a signal is not heard")
	}
	if Until(time.Millisecond, signaled, func() bool { return false }) {
		t.Error("it never ends")
	}
}

// A late wait is late once, and a wait in time never.
func TestAfterFunc(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var late int
		was := OfProcess(time.Second, time.Minute, 0).AfterFunc(func() { late++ })
		if !was() {
			t.Error("it was in time")
		}
		is := OfProcess(time.Second, time.Minute, 0).AfterFunc(func() { late++ })
		<-time.After(2 * time.Second)
		if is() || late != 1 {
			t.Errorf("it was late %d times", late)
		}
	})
}
