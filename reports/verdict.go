package reports

// Verdict is what a run says of a spec or of a requirement.
type Verdict string

// The verdicts.
const (
	Pass         Verdict = "pass"         // the preferred behavior
	Warn         Verdict = "warn"         // accepted by the ruling, not preferred
	Fail         Verdict = "fail"         // a MUST broken
	Error        Verdict = "error"        // the provider crashed, hung or left the process, or the harness failed
	Unsupported  Verdict = "unsupported"  // the provider does not claim the optional feature
	Unobservable Verdict = "unobservable" // needs a fault that this provider cannot inject
	Waived       Verdict = "waived"       // a failure listed in the waiver file
	// what an interrupted run left, or what is in vain because of what another spec found
	NotRun Verdict = "notrun"
)

// Verdicts lists all verdicts, each before those that it outweighs: the verdict of
// a requirement is the first of these that one of its specs has.
//
// What was seen to be wrong comes before what is not known, and that before what
// was seen to be right. A warning outweighs a spec that could not observe, which
// would hide it otherwise. Unobservable outweighs pass, since a part of the rule is
// unproven. Unsupported outweighs nothing: a feature that is not claimed is not
// owed, and says nothing of a rule that another spec observed.
func Verdicts() []Verdict {
	return []Verdict{Error, Fail, Waived, NotRun, Warn, Unobservable, Pass, Unsupported}
}

// Judged reports whether v comes from a spec that ran to a judgement; a run
// without any such spec proves nothing.
func (v Verdict) Judged() bool {
	switch v {
	case Pass, Warn, Fail, Error, Waived:
		return true
	}
	return false
}

// Broken reports whether v is of a spec that failed or ended in an error.
func (v Verdict) Broken() bool { return v == Fail || v == Error }

// Weight returns a higher number the more v counts; an unknown verdict has the least
// weight.
func (v Verdict) Weight() int {
	list := Verdicts()
	for i, w := range list {
		if v == w {
			return len(list) - i
		}
	}
	return 0
}

// Worst returns the verdict that outweighs the others, or [NotRun] if there are none.
func Worst(verdicts ...Verdict) Verdict {
	if len(verdicts) == 0 {
		return NotRun
	}
	worst := verdicts[0]
	for _, v := range verdicts[1:] {
		if v.Weight() > worst.Weight() {
			worst = v
		}
	}
	return worst
}
