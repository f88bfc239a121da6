package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

const badgeLabel = "NetworkDirect v2"

// Badge writes run as an SVG picture of one line, which needs no font and no
// network. Its title, which a browser shows under the pointer and a screen reader
// reads, has the counts of every profile.
func Badge(run *Run, catalogue []requirement.Entry) []byte {
	const padding = 6
	rules := judge(run, catalogue)
	words, color := badgeWords(run, rules)
	left := textWidth(badgeLabel)
	right := textWidth(words)
	split, width := left+2*padding, left+right+4*padding
	label := html.EscapeString(badgeLabel + ": " + words)
	title := label
	if run.Conformant() && !run.filtered() && run.Explored == nil {
		title += html.EscapeString("\n" + strings.Join(badgeLines(rules), "\n"))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20" role="img" aria-label="%s">`+"\n", width, label)
	fmt.Fprintf(&b, "<title>%s</title>\n", title)
	fmt.Fprintf(&b, `<clipPath id="r"><rect width="%d" height="20" rx="3"/></clipPath>`+"\n", width)
	fmt.Fprintf(&b, `<g clip-path="url(#r)"><path fill="#3f4650" d="M0 0h%dv20H0z"/>`, split)
	fmt.Fprintf(&b, `<path fill="%s" d="M%d 0h%dv20H%dz"/></g>`+"\n", fills[color], split, width-split, split)
	fmt.Fprint(&b, `<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">`+"\n")
	fmt.Fprintf(&b, `<text x="%d" y="14" textLength="%d">%s</text>`+"\n", padding, left, html.EscapeString(badgeLabel))
	fmt.Fprintf(&b, `<text x="%d" y="14" textLength="%d">%s</text>`+"\n", split+padding, right, html.EscapeString(words))
	fmt.Fprint(&b, "</g>\n</svg>\n")
	return b.Bytes()
}

// fills are the colors of shields.io as they can be read under white text.
var fills = map[string]string{"brightgreen": "#1a7f37", "yellowgreen": "#5f6f00", "red": "#c0272d", "orange": "#8a5300"}

// badgeLines says where the run stands in each profile.
func badgeLines(rules []rule) (lines []string) {
	for _, p := range profilesOf(rules) {
		lines = append(lines, Short(string(p.Name), 60)+" "+p.Words())
	}
	return lines
}

// BadgeJSON writes run in the form in which shields.io reads an endpoint badge.
func BadgeJSON(run *Run, catalogue []requirement.Entry) ([]byte, error) {
	rules := judge(run, catalogue)
	words, color := badgeWords(run, rules)
	text, err := json.MarshalIndent(struct {
		SchemaVersion int    `json:"schemaVersion"`
		Label         string `json:"label"`
		Message       string `json:"message"`
		Color         string `json:"color"`
		IsError       bool   `json:"isError,omitempty"`
	}{1, badgeLabel, words, color, outcomeOf(run, rules).Verdict != Pass}, "", "  ")
	return append(text, '\n'), err
}

// badgeWords returns the few words of a badge, including whatever it must not hide.
// Its color is not the best one if a rule of core could not be observed.
func badgeWords(run *Run, rules []rule) (words, color string) {
	count := run.Count()
	switch {
	case run.Incomplete != "":
		return "incomplete", "orange"
	case run.Judged() == 0:
		return "nothing ran", "orange"
	case !run.Conformant():
		return fmt.Sprintf("not conformant, %d broken", count[Fail]+count[Error]), "red"
	}
	words, color = "conformant", "brightgreen"
	if run.filtered() || unjudged(rules) > 0 {
		words += " in part"
	} else {
		words, color = badgeStandings(rules)
	}
	if n := count[Waived]; n > 0 {
		words += fmt.Sprintf(", %d waived", n)
	}
	return words, color
}

// badgeStandings says how much of core was kept, and which other profiles are met.
func badgeStandings(rules []rule) (words, color string) {
	words, color = "conformant", "brightgreen"
	for _, p := range profilesOf(rules) {
		switch {
		case p.Name != requirement.Core && p.Verdict == Pass:
			words += ", " + Short(string(p.Name), 60)
		case p.Name == requirement.Core:
			words = fmt.Sprintf("core %d of %d", p.Kept, p.Total)
			if p.Verdict != Pass || p.Count[Unobservable] > 0 {
				color = "yellowgreen"
			}
		}
	}
	return words, color
}

// textWidth estimates the width of ASCII text in Verdana at 11 pixels. A renderer
// fits the text to it.
func textWidth(text string) int {
	tenths := 0
	for _, r := range text {
		switch {
		case r == 'i' || r == 'j' || r == 'l' || r == ' ' || r == ',' || r == '.' || r == ':':
			tenths += 37
		case r == 'f' || r == 'r' || r == 't':
			tenths += 43
		case r == 'm' || r == 'w' || r == 'W' || r == 'M':
			tenths += 100
		case r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			tenths += 74
		default:
			tenths += 67
		}
	}
	return (tenths + 9) / 10
}
