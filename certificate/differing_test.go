package certificate

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDifferingReports shows that a page which its own signer has changed passes, since its digest was
// signed, and is reported as different from what this build writes.
func TestDifferingReports(t *testing.T) {
	private, public := keys(t)
	b := bundle(t, private)
	differing := func() []string {
		t.Helper()
		if _, problems := Verify(b, public, suite(), reader(b)); len(problems) > 0 {
			t.Fatal(problems)
		}
		e, err := reader(b)()
		if err != nil {
			t.Fatal(err)
		}
		list, err := b.Differing(e, suite())
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if list := differing(); len(list) > 0 {
		t.Errorf("%v differ from what this build has written", list)
	}
	b[htmlFile] = bytes.Replace(b[htmlFile], []byte("unobservable"), []byte("pass"), 1)
	e, err := reader(b)()
	if err != nil {
		t.Fatal(err)
	}
	text, err := statement(e, suite(), provider, b.files())
	if err != nil {
		t.Fatal(err)
	}
	if b[EnvelopeFile], err = seal(text, private); err != nil {
		t.Fatal(err)
	}
	if list := differing(); !slices.Equal(list, []string{htmlFile}) {
		t.Errorf("%v, and the page was changed", list)
	}
}

// TestManyStrangers shows that a folder of many other files is refused in a few lines.
func TestManyStrangers(t *testing.T) {
	const many = 100
	dir := t.TempDir()
	for i := range many {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%03d", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, problems, err := Load(dir)
	if err != nil || len(problems) != strangersMost+1 || !strings.HasPrefix(problems[strangersMost].Text,
		"97 more files") {
		t.Errorf("%v, %v", problems, err)
	}
}
