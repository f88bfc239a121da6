package reports

// What tests outside the package see of it.
const (
	InSpec     = inSpec
	Systematic = systematic
)

// Standing is standing without a claim.
func (p Profile) Standing() Verdict { return p.standing(nil) }

// Weight is weight.
func (c Cause) Weight() int { return c.weight() }
