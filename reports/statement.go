package reports

import "github.com/ndconform/ndconform/requirement"

// A Statement is something that a document says and that a rule holds providers to,
// in the project's words.
type Statement struct {
	// Place names the document, the heading and the statement's number there.
	Place string `json:"place"`
	Says  string `json:"says"`
}

// StatementsOf lists the statements of a rule, in the documents' order.
func StatementsOf(id string) []Statement {
	var list []Statement
	for _, s := range requirement.StatementsOf(id) {
		list = append(list, Statement{s.Place(), s.Says})
	}
	return list
}
