package client_test

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/requirement/client"
)

func TestRules(t *testing.T) {
	known := headings(t)
	last := ""
	for _, r := range client.All() {
		if r.ID <= last {
			t.Errorf("%s comes after %s", r.ID, last)
		}
		last = r.ID
		if !strings.HasPrefix(r.ID, "client.") || strings.Count(r.ID, ".") != 2 {
			t.Errorf("%s is not of the form client.OBJECT.RULE", r.ID)
		}
		if _, taken := requirement.Lookup(r.ID); taken {
			t.Errorf("%s is a rule of providers, too", r.ID)
		}
		if !strings.HasSuffix(r.Says, ".") || len(r.Says) < 20 {
			t.Errorf("%s: %q is no sentence", r.ID, r.Says)
		}
		document, heading, _ := strings.Cut(r.Source, ", ")
		if !slices.Contains(requirement.Documents(), document) {
			t.Errorf("%s: %s is no document", r.ID, document)
		}
		if !slices.ContainsFunc(known, func(h string) bool {
			return h == document+", "+heading || strings.HasPrefix(h,
				document+", "+heading+",")
		}) {
			t.Errorf("%s: %s has no heading %q", r.ID, document, heading)
		}
		if found, ok := client.Lookup(r.ID); !ok || found != r {
			t.Errorf("Lookup(%s) = %v, %v", r.ID, found, ok)
		}
	}
}

// headings are those of the documents.
func headings(t *testing.T) (list []string) {
	file, err := os.Open("../testdata/headings.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		list = append(list, lines.Text())
	}
	return list
}

// TestDocs shows that docs/watching.md has the rules as they are.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/watching.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range client.All() {
		if line := "| `" + r.ID + "` | " + r.Says + " |\n"; !strings.Contains(string(page), line) {
			t.Errorf("docs/watching.md lacks %s", line)
		}
	}
}
