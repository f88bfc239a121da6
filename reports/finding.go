package reports

import (
	"slices"

	"github.com/ndconform/ndconform/finding"
)

// Found lists what went wrong in a spec. A spec that was judged before there were
// findings has it in its message.
func (s Spec) Found() []finding.Finding {
	if len(s.Findings) == 0 && s.Message != "" || s.Verdict == Waived {
		return []finding.Finding{{Says: s.Message}}
	}
	return s.Findings
}

// first is the first of what went wrong in a spec; it is empty if nothing did.
func (s Spec) first() finding.Finding {
	if found := s.Found(); len(found) > 0 {
		return found[0]
	}
	return finding.Finding{}
}

// Unclaimed reports whether a finding was judged by a rule that the spec does not
// claim, which would not be shown with the spec otherwise.
func (s Spec) Unclaimed(f finding.Finding) bool {
	return f.Rule.ID != "" && !slices.Contains(s.Requirements, f.Rule.ID)
}
