package reports

// A waiverView is a waiver as it is shown on the page.
type waiverView struct {
	ID, Provider, Reason, Link, Expires, Problem string
	Waived, Matched                              int
}

func waiversOf(run *Run) []waiverView {
	var list []waiverView
	for _, w := range run.Waivers {
		provider := w.Provider
		if w.Version != "" {
			provider += " " + w.Version
		}
		list = append(list, waiverView{
			ID: Short(w.ID, 200), Provider: Short(provider, 200), Reason: Short(w.Reason, 1000), Link: Short(w.Link, 1000),
			Expires: Short(w.Expires, 40), Problem: Short(w.Problem(run.filtered()), 1000),
			Waived: len(w.Waived), Matched: w.Matched,
		})
	}
	return list
}
