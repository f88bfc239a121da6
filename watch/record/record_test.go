package record_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/watch/record"
)

func TestEntriesAreReadAsTheyCome(t *testing.T) {
	path := filepath.Join(t.TempDir(), "findings")
	to, err := record.Append(path)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	from, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	entries := record.NewReader(from)
	if _, err := entries.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("an empty file has an entry, or %v", err)
	}
	for n := range 3 {
		if err := to.Write(record.Entry{Found: &judge.Finding{ID: "a.b.c", Of: judge.Program, Count: n}}); err != nil {
			t.Fatal(err)
		}
		e, err := entries.Next()
		if err != nil || e.Found == nil || e.Found.Count != n || e.Process != os.Getpid() {
			t.Errorf("read %+v, %v", e, err)
		}
	}
	if _, err := entries.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last entry: %v", err)
	}
}

// A line counts once it is whole.
func TestALineThatGrows(t *testing.T) {
	const line = `{"process":7,"opened":{"provider":"ref"}}` + "\n"
	from := &growing{}
	entries := record.NewReader(from)
	for _, part := range []string{line[:9], line[9:30]} {
		from.text += part
		if e, err := entries.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("half a line is %+v, %v", e, err)
		}
	}
	from.text += line[30:]
	if e, err := entries.Next(); err != nil || e.Opened == nil || e.Opened.Provider != "ref" {
		t.Errorf("read %+v, %v", e, err)
	}
}

// A growing file is read up to its present end.
type growing struct{ text string }

func (g *growing) Read(b []byte) (int, error) {
	if g.text == "" {
		return 0, io.EOF
	}
	n := copy(b, g.text)
	g.text = g.text[n:]
	return n, nil
}

func TestWhatIsNoEntry(t *testing.T) {
	for _, text := range []string{
		"{}\n", "\n", "[1]\n", `{"process":1,"found":3}` + "\n",
		`{"process":1,"found":{"id":"a","of":"x"}}` + "\n",
		`{"process":1,"ended":{"calls":1,"traffic":{"rates":[{}]}}}` + "\n", "\x00\xff\n", "{\"process\":1\n",
	} {
		_, err := record.NewReader(strings.NewReader(text)).Next()
		if err == nil || errors.Is(err, io.EOF) || !strings.HasPrefix(err.Error(), "line 1 ") {
			t.Errorf("%q is taken: %v", text, err)
		}
	}
	_, err := record.NewReader(io.MultiReader(strings.NewReader(`{"process":`), endless{})).Next()
	if err == nil || errors.Is(err, io.EOF) {
		t.Errorf("an endless line is taken: %v", err)
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '1'
	}
	return len(b), nil
}

func FuzzNext(f *testing.F) {
	f.Add(`{"process":7,"opened":{"provider":"ref"}}` + "\n" + `{"process":7,"ended":{"calls":3}}` + "\n")
	f.Add(`{"process":1,"found":{"id":"a","of":"program","count":2,"calls":["x"]}}` + "\n{")
	f.Fuzz(func(t *testing.T, text string) {
		entries := record.NewReader(strings.NewReader(text))
		for range strings.Count(text, "\n") + 1 {
			if _, err := entries.Next(); errors.Is(err, io.EOF) {
				return
			}
		}
	})
}
