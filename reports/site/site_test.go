package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

// whole is the site of the real catalogue, with a spec and a mutant of one rule whose
// text no page may pass on as it is.
func whole(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := Write(Catalogue{
		Entries: requirement.All(), Version: "1.2.3 <b>",
		Specs: []Spec{{
			ID: "cq.notify.nd-pending/again", Title: "<script>alert(1)</script>",
			Requirements: []string{"cq.notify.nd-pending"},
		}},
		Mutants: []Mutant{{ID: "cq.notify.nd-pending/never", Breaks: "cq.notify.nd-pending", What: "returns \"&<>\""}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var (
	idOf   = regexp.MustCompile(` id="([^"]*)"`)
	hrefOf = regexp.MustCompile(` (?:href|src)="([^"]*)"`)
	tagOf  = regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)[^>]*>`)
)

// void are the elements that have no end.
var void = []string{"meta", "link", "input", "wbr", "br"}

// TestWellFormed shows that each element of each page ends where it has to, and that
// no id is there twice.
func TestWellFormed(t *testing.T) {
	for name, text := range whole(t) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if !bytes.HasPrefix(text, []byte("<!DOCTYPE html>\n<html lang=\"en\">")) {
			t.Errorf("%s begins with %.40q", name, text)
		}
		var open []string
		for _, tag := range tagOf.FindAllSubmatch(text, -1) {
			element := string(tag[2])
			switch {
			case slices.Contains(void, element):
			case len(tag[1]) == 0:
				open = append(open, element)
			case len(open) == 0 || open[len(open)-1] != element:
				t.Fatalf("%s: </%s> ends %v", name, element, open)
			default:
				open = open[:len(open)-1]
			}
		}
		if len(open) > 0 {
			t.Errorf("%s: %v do not end", name, open)
		}
		seen := map[string]bool{}
		for _, id := range idOf.FindAllSubmatch(text, -1) {
			if seen[string(id[1])] {
				t.Errorf("%s: the id %s is there twice", name, id[1])
			}
			seen[string(id[1])] = true
		}
	}
}

// TestNoLinkLeadsNowhere follows each link within the site, and that of each rule to
// the place where reports expect it.
func TestNoLinkLeadsNowhere(t *testing.T) {
	files := whole(t)
	for name, text := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, link := range hrefOf.FindAllSubmatch(text, -1) {
			u, err := url.Parse(strings.ReplaceAll(string(link[1]), "&#43;", "+"))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if u.Scheme == "https" || u.Scheme == "data" {
				continue
			}
			page := u.Path
			if page == "" {
				page = name
			}
			if target, has := files[page]; !has || u.Fragment != "" && !bytes.Contains(target, []byte(` id="`+u.Fragment+`"`)) {
				t.Errorf("%s leads to %s, which is not there", name, link[1])
			}
		}
	}
	for _, e := range requirement.All() {
		page, id, _ := strings.Cut(strings.TrimPrefix(e.SiteURL(), requirement.Site), "#")
		if !bytes.Contains(files[page], []byte(`<h2 id="`+id+`">`)) {
			t.Errorf("%s is not at %s", e.ID, e.SiteURL())
		}
	}
}

func TestTextStaysText(t *testing.T) {
	page := string(whole(t)["IND2CompletionQueue.Notify.html"])
	for _, want := range []string{"&lt;script&gt;alert(1)", "returns &#34;&amp;&lt;&gt;&#34;", "1.2.3 &lt;b&gt;"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Count(page, "<script") != 2 {
		t.Error("what a title says is run")
	}
}

// TestIndex finds rules by words of each of their parts.
func TestIndex(t *testing.T) {
	text, ok := bytes.CutPrefix(whole(t)["index.js"], []byte("const catalogue = "))
	if !ok {
		t.Fatalf("the index begins with %.40q", text)
	}
	var x index
	if err := json.Unmarshal(bytes.TrimSuffix(text, []byte(";\n")), &x); err != nil {
		t.Fatal(err)
	}
	find := func(word string) (ids []string) {
		for _, n := range x.Words[word] {
			ids = append(ids, x.Entries[n][0])
		}
		return ids
	}
	for word, id := range map[string]string{
		"nd_buffer_overflow": "cq.resize.nd-buffer-overflow", "resize": "cq.resize.nd-success",
		"must": "cq.resize.nd-success",
		"out":  "cq.resize.nd-insufficient-resources", "queued": "cq.resize.nd-success",
		"ind2completionqueue": "cq.resize.nd-success",
	} {
		if !slices.Contains(find(word), id) {
			t.Errorf("%q finds %v, want %s among them", word, find(word), id)
		}
	}
	if len(x.Entries) != len(requirement.All()) {
		t.Errorf("the index has %d entries", len(x.Entries))
	}
	if size := fmt.Sprint(len(text) >> 20); size != "0" {
		t.Errorf("the index has %d bytes", len(text))
	}
}

// TestOrder shows that the site begins with what an application opens first.
func TestOrder(t *testing.T) {
	front := string(whole(t)["index.html"])
	before := -1
	for _, name := range []string{
		"IND2Provider", "IND2Adapter", "IND2QueuePair", "IND2Connector", "INDEndpoint",
		"NDK_ADAPTER", "DLL",
	} {
		at := strings.Index(front, `<h2 id="`+name+`">`)
		if at <= before {
			t.Errorf("%s is not where an application meets it", name)
		}
		before = at
	}
	if !strings.Contains(string(whole(t)["IND2Provider.OpenAdapter.html"]), `<a rel="next"`) {
		t.Error("the first page does not lead to the next one")
	}
}
