// Package badge writes a run as a badge.
package badge

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/requirement"
)

const subject = "NetworkDirect v2"

// SVG writes run as an SVG picture of one line, which needs no font and no
// network. Its title, which a browser shows under the pointer and a screen reader
// reads, has the counts of every profile.
func SVG(run *reports.Run, catalogue []requirement.Entry) []byte {
	const padding = 6
	rules := reports.Judge(run, catalogue)
	words, color := summary(run, rules)
	left := textWidth(subject)
	right := textWidth(words)
	split, width := left+2*padding, left+right+4*padding
	label := html.EscapeString(subject + ": " + words)
	title := label
	if run.Conformant() && !run.Filtered() && run.JudgesProfiles() {
		title += html.EscapeString("\n" + strings.Join(lines(rules), "\n"))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20" role="img" aria-label="%s">`+"\n",
		width, label)
	fmt.Fprintf(&b, "<title>%s</title>\n", title)
	fmt.Fprintf(&b, `<clipPath id="r"><rect width="%d" height="20" rx="3"/></clipPath>`+"\n", width)
	fmt.Fprintf(&b, `<g clip-path="url(#r)"><path fill="#3f4650" d="M0 0h%dv20H0z"/>`, split)
	fmt.Fprintf(&b, `<path fill="%s" d="M%d 0h%dv20H%dz"/></g>`+"\n", fills[color], split, width-split, split)
	fmt.Fprint(&b, `<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">`+"\n")
	fmt.Fprintf(&b, `<text x="%d" y="14" textLength="%d">%s</text>`+"\n", padding, left, html.EscapeString(subject))
	fmt.Fprintf(&b, `<text x="%d" y="14" textLength="%d">%s</text>`+"\n", split+padding, right, html.EscapeString(words))
	fmt.Fprint(&b, "</g>\n</svg>\n")
	return b.Bytes()
}

// fills are the colors of shields.io as they can be read under white text.
var fills = map[string]string{
	"brightgreen": "#1a7f37", "yellowgreen": "#5f6f00", "red": "#c0272d", "orange": "#8a5300", "blue": "#1f5fa8",
	"lightgrey": "#5d6675",
}

// lines says where the run stands in each profile.
func lines(rules []reports.Rule) (lines []string) {
	for _, p := range reports.ProfilesOf(rules) {
		lines = append(lines, printable.Short(string(p.Name), 60)+" "+p.Words())
	}
	return lines
}

// JSON writes run in the form in which shields.io reads an endpoint badge.
func JSON(run *reports.Run, catalogue []requirement.Entry) ([]byte, error) {
	rules := reports.Judge(run, catalogue)
	words, color := summary(run, rules)
	text, err := json.MarshalIndent(struct {
		SchemaVersion int    `json:"schemaVersion"`
		Label         string `json:"label"`
		Message       string `json:"message"`
		Color         string `json:"color"`
		IsError       bool   `json:"isError,omitempty"`
	}{1, subject, words, color, reports.OutcomeOf(run, rules).Verdict != reports.Pass}, "", "  ")
	return append(text, '\n'), err
}

// summary returns the few words of a badge, including whatever it must not hide.
// Its color is not the best one if a rule of core could not be observed.
func summary(run *reports.Run, rules []reports.Rule) (words, color string) {
	count := run.Count()
	switch {
	case run.Watched != nil: // which says nothing of what the provider conforms to
		o := reports.OutcomeOf(run, rules)
		color := map[reports.Verdict]string{reports.Pass: "yellowgreen", reports.Fail: "red"}[o.Verdict]
		return "watched: " + strings.ToLower(o.Words), cmp.Or(color, "orange")
	case run.Incomplete != "":
		return "incomplete", "orange"
	case run.Judged() == 0:
		return "nothing ran", "orange"
	case !run.Conformant():
		return fmt.Sprintf("not conformant, %d broken", count[reports.Fail]+count[reports.Error]), "red"
	}
	if reports.TooLittle(run) != "" {
		return tooLittle(rules), "lightgrey"
	}
	if run.Filtered() || reports.Unjudged(rules) > 0 {
		words, color = part(rules), "blue"
	} else {
		words, color = standings(rules)
		attested, _ := reports.Attested(run.Environment, run.Provider, run.Peer)
		words += ", " + string(attested)
	}
	if n := count[reports.Waived]; n > 0 {
		words += fmt.Sprintf(", %d waived", n)
		if color == "brightgreen" {
			color = "yellowgreen"
		}
	}
	return words, color
}

// tooLittle says how much of core was kept, where too little was observed.
func tooLittle(rules []reports.Rule) string {
	for _, p := range reports.ProfilesOf(rules) {
		if p.Name == requirement.Core {
			return fmt.Sprintf("too little observed, core %d of %d", p.Kept, p.Total)
		}
	}
	return "too little observed"
}

// part says how many of the rules that bind a run of a part has judged: it looks like no run of the whole suite.
func part(rules []reports.Rule) string {
	judged, all := 0, 0
	for _, p := range reports.ProfilesOf(rules) {
		judged, all = judged+p.Kept+p.Count[reports.Waived], all+p.Total
	}
	return fmt.Sprintf("part: %d of %d MUSTs", judged, all)
}

// standings says how much of core was kept, and which other profiles are met.
func standings(rules []reports.Rule) (words, color string) {
	words, color = "conformant", "brightgreen"
	for _, p := range reports.ProfilesOf(rules) {
		switch {
		case p.Name != requirement.Core && p.Verdict == reports.Pass:
			words += ", " + printable.Short(string(p.Name), 60)
		case p.Name == requirement.Core:
			words = fmt.Sprintf("core %d of %d", p.Kept, p.Total)
			if p.Verdict != reports.Pass || p.Count[reports.Unobservable] > 0 {
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
