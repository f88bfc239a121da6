package model

// Coverage counts how often each transition of the model was visited, by its name.
type Coverage map[string]int

func (c Coverage) visit(name string) { c[name]++ }

// Add adds the visits of another run.
func (c Coverage) Add(other Coverage) {
	for name, n := range other {
		c[name] += n
	}
}
