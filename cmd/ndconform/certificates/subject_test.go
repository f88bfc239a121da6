package certificates

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
)

func TestSubject(t *testing.T) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	digest, err := binary.OwnDigest()()
	if s, err2 := subjectOf(executable); err != nil || err2 != nil || s.SHA256 != digest || len(digest) != 64 ||
		s.BuildID == "" {
		t.Errorf("%+v, %s, %v, %v", s, digest, err, err2)
	}
	path := filepath.Join(t.TempDir(), "acme.dll")
	for text, id := range map[string]string{
		"":            "",
		"\x7fELF\x02": "",
		"MZ\x00\xff Go build ID: \"a/b\"\n \xff\xcc":                  "a/b",
		"MZ\x00\xff Go build ID: \"a/b":                               "",
		strings.Repeat("x", 1<<15) + "\xff Go build ID: \"a\"\n \xff": "",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if s, err := subjectOf(path); err != nil || s.Linked || s.Name != "acme.dll" || s.BuildID != id {
			t.Errorf("%.30q: %+v, %v, want the id %q", text, s, err, id)
		}
	}
	for _, bad := range []string{filepath.Dir(path), path + "x"} {
		if _, err := subjectOf(bad); err == nil || exit.Code(err) != exit.Usage {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
