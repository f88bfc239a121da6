package runner

import (
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// canaries holds what the specs that are run first have shown. A ground falls when
// a canary has broken it twice, the second time in a process of its own: what fails
// once may have been an accident.
type canaries struct {
	// left are those still to be tried, in order.
	left []spec.Canary
	// suspect is the canary that has broken a ground, and broke is that ground; the
	// suspect's id is empty if there is none.
	suspect spec.Canary
	first   reports.Spec
	fallen  map[spec.Ground]spec.Cause
}

// newCanaries takes the canaries of a suite.
func newCanaries(suite []Spec) *canaries {
	c := &canaries{fallen: map[spec.Ground]spec.Cause{}}
	for _, canary := range spec.Canaries() {
		if slices.ContainsFunc(suite, func(s Spec) bool { return s.ID == canary.Spec }) {
			c.left = append(c.left, canary)
		}
	}
	return c
}

// ids lists those that are to be tried.
func (c *canaries) ids() []string {
	var list []string
	for _, canary := range c.left {
		list = append(list, canary.Spec)
	}
	return list
}

// of finds a canary that is to be tried.
func (c *canaries) of(id string) (spec.Canary, bool) {
	i := slices.IndexFunc(c.left, func(canary spec.Canary) bool { return canary.Spec == id })
	if i < 0 {
		return spec.Canary{}, false
	}
	return c.left[i], true
}

// heard takes the result of a spec: broke is the ground that the spec broke, or
// empty. If a ground has fallen, heard returns it and the result that felled it.
func (c *canaries) heard(s reports.Spec, broke spec.Ground) (found *reports.Spec, fell spec.Ground) {
	canary, left := c.of(s.ID)
	switch {
	case !left:
		return nil, ""
	case broke != "" && c.suspect.Spec != s.ID:
		c.suspect, c.first = spec.Canary{Spec: s.ID, Ground: broke}, s
		return nil, ""
	case broke != "" && c.suspect.Ground == broke:
		found, fell = &c.first, broke
		c.fallen[broke] = spec.Cause{Spec: s.ID, Says: string(broke) + " fails"}
	}
	c.left = slices.DeleteFunc(c.left, func(one spec.Canary) bool { return one == canary })
	return found, fell
}

// brokenBy returns the innermost ground that a spec broke, or none if the spec did not
// fail.
func brokenBy(s reports.Spec, f spec.Footing) spec.Ground {
	if len(f.Broke) == 0 || s.Verdict != reports.Fail && s.Verdict != reports.Error {
		return ""
	}
	return f.Broke[len(f.Broke)-1]
}

// canaryRank returns the place of a spec among the canaries, from 1, or 0 if it is none
// of them.
func canaryRank(id string) int {
	return 1 + slices.IndexFunc(spec.Canaries(), func(c spec.Canary) bool { return c.Spec == id })
}
