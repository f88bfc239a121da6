package document

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"

	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

//go:embed blocks.html
var blocksText string

//go:embed page.html
var pageText string

var pageTemplate = Template(pageText)

// Template parses a page that may use the templates that all pages have, and "blocks", which writes blocks.
func Template(text string) *template.Template {
	funcs := template.FuncMap{
		"line": line, "fact": func(text string) string { return printable.Short(text, factMost) },
		"clip": func(text string) string { return string(printable.Inert([]byte(printable.Clip(text, 16<<10)))) },
		"seen": OnPage,
		"part": func(share float64) string { return fmt.Sprintf("%.2f%%", 100*share) }, "upper": Upper,
	}
	t := frame.Template("").Funcs(funcs)
	return template.Must(template.Must(t.Parse(blocksText)).Parse(text))
}

// OnPage returns the blocks that a page shows.
func OnPage(blocks []Block) []Block { return within(Page, blocks) }

// AsPage writes a document as one self-contained page.
func AsPage(d *Document) ([]byte, error) {
	page := struct {
		frame.Frame
		Title string
		*Document
		Sections []Section
	}{Frame: frame.New(d.CSS, ""), Title: line(Upper(d.Title)), Document: d}
	for _, s := range d.Sections {
		if s.Blocks = OnPage(s.Blocks); len(s.Blocks) > 0 {
			page.Sections = append(page.Sections, s)
		}
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, page)
	return b.Bytes(), err
}

// PageClass is the class of a page's body.
func (d *Document) PageClass() string {
	if d.Verdict != "" {
		return string(d.Verdict)
	}
	return d.Class
}
