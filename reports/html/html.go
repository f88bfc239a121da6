// Package html writes a run as one self-contained page.
package html

import (
	"bytes"
	_ "embed"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/requirement"
)

//go:embed page.html
var pageText string

//go:embed script.js
var scriptText string

var pageTemplate = document.Template(pageText)

// Page writes run, and how it stands to the catalogue, as one self-contained page:
// it needs no network to be shown, no script to be read, and no color to be
// understood. Its policy forbids a browser every request and every script but the
// page's own. What is too long for a page is cut, and the page says so.
func Page(run *reports.Run, catalogue []requirement.Entry) ([]byte, error) {
	p := newPage(run, reports.Judge(run, catalogue))
	p.Frame = frame.New("", scriptText)
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}
