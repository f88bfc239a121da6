package printable

import (
	"bytes"
	"regexp"
)

// Systems that run jobs take lines of a job's output for orders. GitHub Actions does so where a line
// begins with two colons, after spaces too, and Azure Pipelines, TeamCity and older runners of GitHub
// wherever ##vso[, ##teamcity[ or ##[ is.
var (
	orderColons = regexp.MustCompile(`(?m)^([\t ]*)::`)
	orderHashes = regexp.MustCompile(`##([a-zA-Z]*\[)`)
)

// Inert writes text so that no line of it is an order to what shows it.
func Inert(text []byte) []byte {
	if !bytes.Contains(text, []byte("::")) && !bytes.Contains(text, []byte("##")) {
		return text
	}
	return orderHashes.ReplaceAll(orderColons.ReplaceAll(text, []byte(`$1\::`)), []byte(`#\#$1`))
}
