package program

// mostTimes is how often, at most, a program that does not show its finding at once is
// carried out on the same ends: that brings out what a provider gets wrong by counting.
const mostTimes = 256

// steadily is how often in a row it has to show it: a finding that comes and goes, as with
// lanes, takes more times.
const steadily = 3

// Repeated returns the program with as many Times as it takes to show its finding steadily, or
// at least at all; ok is false if it does not show it.
func Repeated(p Program, shows func(Program) bool) (best Program, ok bool) {
	best = p
	for p.Times = 1; p.Times <= mostTimes; p.Times *= 4 {
		shown := 0
		for shown < steadily && shows(p) {
			shown++
		}
		if shown > 0 {
			best, ok = p, true
		}
		if shown == steadily {
			break
		}
	}
	return best, ok
}
