package reports

import "sort"

// Summarize returns the requirements that specs claim, sorted by id, each with the
// verdict that outweighs the others of its specs. describe fills in the rest from
// the catalogue. Only a MUST can be broken: for any other level, and for a rule that is
// provisional, a failed spec is a warning.
func Summarize(specs []Spec, describe func(id string) Requirement) []Requirement {
	verdicts := map[string][]Verdict{}
	for _, s := range specs {
		for _, id := range s.Requirements {
			verdicts[id] = append(verdicts[id], s.Verdict)
		}
	}
	list := make([]Requirement, 0, len(verdicts))
	for id, of := range verdicts {
		q := describe(id)
		q.ID, q.Verdict = id, Worst(of...)
		if q.Verdict == Fail && (q.Level != "" && q.Level != "MUST" || q.Provisional) {
			q.Verdict = Warn
		}
		list = append(list, q)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}
