package timeout

import "time"

// A thread says what a thread has had of the processors since it began.
type thread struct {
	// ran is how long it ran, and waited how long it was ready and had no processor. Both
	// leave out what goes on now.
	ran, waited time.Duration
	// turns is how often it had a processor.
	turns int64
	// ready says that it runs, or could.
	ready bool
}

// starved returns for how much of the time passed between two looks threads of a process were
// ready and had no processor, all together. Threads that have ended are left out. The kernel
// says how long a thread has waited only when the wait is over.
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
