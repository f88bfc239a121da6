package reports

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

//go:embed html/page.html
var pageText string

//go:embed html/style.css
var styleText string

//go:embed html/script.js
var scriptText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"parts": parts}).Parse(pageText))

// parts gives a name in the pieces between which a line may be broken.
func parts(name string) []string {
	const mark = "\x00" // nothing printable
	return strings.Split(strings.NewReplacer(".", "."+mark, "/", "/"+mark, "::", "::"+mark).Replace(name), mark)
}

// HTML writes run, and where it stands in the catalogue, as one page that needs
// nothing beside itself: no network, no script to be read, no color to be
// understood. Its policy forbids a browser every request and every script but the
// page's own. What is too long for a page is cut, and says so.
func HTML(run *Run, catalogue []requirement.Entry) ([]byte, error) {
	p := newPage(run, judge(run, catalogue))
	p.Style, p.Script = template.CSS(styleText), template.JS(scriptText)
	p.Policy = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src " + hash(styleText) + "; script-src " + hash(scriptText)
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}

// hash names an inline style or script in a content security policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
