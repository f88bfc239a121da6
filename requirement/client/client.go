// Package client is what the documents demand of programs that use ND2: rules with other ids, which judge no provider.
// They are apart from the catalogue: no profile, no certificate and no coverage counts them.
package client

// A Rule is what a program must do, or must not.
type Rule struct {
	// ID is made of names and stays forever: "client.queue-pair.full".
	ID string
	// Source is the document and heading, as the catalogue has them.
	Source string
	// Says states the rule in one sentence, present tense.
	Says string
}

var byID = func() map[string]Rule {
	m := make(map[string]Rule, len(rules))
	for _, r := range rules {
		m[r.ID] = r
	}
	return m
}()

// All lists the rules, sorted by id. The slice is shared.
func All() []Rule { return rules }

// Lookup finds the rule of an id.
func Lookup(id string) (Rule, bool) {
	r, ok := byID[id]
	return r, ok
}
