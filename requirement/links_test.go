package requirement

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// noHeadings are the parts of documents that sources name and that have no heading.
var noHeadings = []string{"IND2QueuePair.md, the flags of Send, Read and Write"}

// TestEveryRuleHasALink shows that each part of each source leads to a page, and in
// a document of ND2 to a heading that it has.
func TestEveryRuleHasALink(t *testing.T) {
	for _, e := range All() {
		links := e.Links()
		if len(links) == 0 {
			t.Errorf("%s has no source", e.ID)
		}
		for _, l := range links {
			u, err := url.Parse(l.URL)
			if err != nil || u.Scheme != "https" || u.Host != "github.com" && u.Host != "learn.microsoft.com" {
				t.Errorf("%s: %q leads to %q", e.ID, l.Text, l.URL)
				continue
			}
			if document := strings.HasSuffix(u.Path, ".md"); document && u.Fragment == "" && l.Text != noHeadings[0] {
				t.Errorf("%s: %q is no heading of %s", e.ID, l.Text, u.Path)
			}
		}
	}
}

func TestAddresses(t *testing.T) {
	for part, want := range map[string]string{
		"IND2CompletionQueue.md, IND2CompletionQueue::Notify, Remarks": documents +
			"IND2CompletionQueue.md#ind2completionqueuenotify",
		"IND2Adapter.md, ND2_ADAPTER_INFO structure, Members":   documents + "IND2Adapter.md#nd2_adapter_info-structure",
		"NetworkDirectSPI.md, Asynchronous operations":          documents + "NetworkDirectSPI.md#asynchronous-operations",
		"IND2Connector::Accept, Parameters":                     documents + "IND2Connector.md#ind2connectoraccept",
		"MS tests: src/unittests/ndcq, TestInorderNotifyCancel": testFolder + "src/unittests/ndcq",
		"MS tests: src/unittests/ndmval/ndmval.cpp":             testFile + "src/unittests/ndmval/ndmval.cpp",
		"ndspi.h, ND_MW_DESCRIPTOR":                             headers + "ndspi.h",
		"IND2Connector::Nonsense":                               "",
		"Another.md, Heading":                                   "",
	} {
		if got := address(part); got != want {
			t.Errorf("%s leads to %q, want %q", part, got, want)
		}
	}
	if got, want := anchor("NetworkDirect SPI (version 2)"), "networkdirect-spi-version-2"; got != want {
		t.Errorf("the anchor is %q, want %q", got, want)
	}
}

// TestTable shows that no two headings of a document have one anchor, and no two pages one address.
func TestTable(t *testing.T) {
	for document, list := range headings() {
		seen := map[string]string{}
		for _, h := range list {
			if other := seen[anchor(h)]; other != "" && other != h {
				t.Errorf("%s: %q and %q have one anchor", document, h, other)
			}
			seen[anchor(h)] = h
		}
	}
	owner := map[string]string{}
	old := regexp.MustCompile(`/cc9043\d\d\(v=vs\.85\)$`)
	for page, u := range otherPages {
		if other := owner[u]; other != "" {
			t.Errorf("%s and %s have one address", page, other)
		}
		owner[u] = page
		if strings.HasPrefix(page, "IND") != old.MatchString(u) {
			t.Errorf("%s is at %s", page, u)
		}
	}
}
