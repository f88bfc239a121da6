package timeout

import "time"

// A thread is a thread's processor time since its start.
type thread struct {
	// ran is how long it ran, waited how long it was ready without a processor. The time
	// since the last switch is left out.
	ran, waited time.Duration
	// turns is how often it got a processor.
	turns int64
	// ready says that it runs, or could.
	ready bool
}

// starved returns for how long, between two looks, threads of a process were ready without a
// processor, in all. Ended threads are left out. The kernel reports a thread's wait only when
// it is over.
func starved(then, now map[string]thread, passed time.Duration) (waited time.Duration) {
	for id, before := range then {
		after := now[id]
		if before.ready && after.ready && before.turns == after.turns && before.ran == after.ran {
			waited += passed
			continue
		}
		waited += max(0, after.waited-before.waited)
	}
	return waited
}
