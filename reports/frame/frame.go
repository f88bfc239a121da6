// Package frame is what the HTML pages of reports have in common: a style, the icons of
// the verdicts, a policy that forbids a browser every request, and how counts are written.
package frame

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"strings"
)

//go:embed frame.html
var frameText string

//go:embed style.css
var styleText string

// A Frame is what all self-contained pages have in common.
type Frame struct {
	Style  template.CSS
	Script template.JS
	// Policy forbids a browser every request, and every style and script but these.
	Policy string
}

// New returns the frame of a page. The page's own style is added to the style that
// all pages have; script is its only script.
func New(style, script string) Frame {
	style = styleText + style
	return Frame{
		Style: template.CSS(style), Script: template.JS(script),
		Policy: "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src " + hash(style) +
			"; script-src " + hash(script),
	}
}

// Template parses a page that may use the templates that all pages have: "sprite"
// with the icons of the verdicts, "icon" for one of them, and "breakable" for a
// name that may be broken across lines. The function "number" writes a count.
func Template(text string) *template.Template {
	t := template.New("page").Funcs(template.FuncMap{"parts": parts, "number": Number})
	return template.Must(template.Must(t.Parse(frameText)).Parse(text))
}

// Style returns the style sheet that all pages have.
func Style() string { return styleText }

// parts splits a name into the pieces between which a line may be broken.
func parts(name string) []string {
	const mark = "\x00" // not printable, so in no name
	return strings.Split(strings.NewReplacer(".", "."+mark, "/", "/"+mark, "::", "::"+mark).Replace(name), mark)
}

// hash returns the name of an inline style or script in a content security policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
