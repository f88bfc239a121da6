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
	return repeated(p, mostTimes, shows)
}

// tails are how many of a program's last steps are carried out by themselves, if the whole program
// does not show its finding at once: lanes that met by chance meet again if that is repeated often
// enough.
var tails = []int{32, 128}

// RepeatedUpTo is Repeated for a program that has shown its finding in the step before
// a number.
func RepeatedUpTo(p Program, step int, shows func(Program) bool) (best Program, ok bool) {
	best, ok = repeated(p, 1, shows)
	for _, n := range tails {
		if ok || step <= n {
			break
		}
		best, ok = repeated(p.With(p.Steps[step-n:step]), mostTimes, shows)
	}
	if ok {
		return best, ok
	}
	return Repeated(p, shows)
}

// LastBlock returns, as many times as it takes to show the finding, the end of a program that has shown it in
// the step before a number: from where lanes carry out steps concurrently for the last time.
func LastBlock(p Program, step int, shows func(Program) bool) (best Program, ok bool) {
	from := step
	for at := 0; at < step; {
		n := Concurrent(p.Steps[at:step])
		if n > 1 {
			from = at
		}
		at += n
	}
	if from == step {
		return p, false
	}
	return repeated(p.With(p.Steps[from:step]), mostSteadyTimes, shows)
}

// repeated is Repeated with a limit of times.
func repeated(p Program, most int, shows func(Program) bool) (best Program, ok bool) {
	best = p
	for p.Times = 1; p.Times <= most; p.Times *= 4 {
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

// mostSteadyTimes is the most times that make a finding steady that comes and goes. A program ends as soon
// as it shows its finding, so that they cost little.
const mostSteadyTimes = 4096

// Steadier returns p, which does not always show its finding, with as many more times as it takes
// until it does, and some more to be sure; ok is false if no number of times is enough.
func Steadier(p Program, shows func(Program) bool) (best Program, ok bool) {
	for p.Times = 4 * max(1, p.Times); p.Times <= mostSteadyTimes/4; p.Times *= 4 {
		shown := 0
		for shown < steadily && shows(p) {
			shown++
		}
		if shown == steadily {
			p.Times *= 4
			return p, true
		}
	}
	return p, false
}
