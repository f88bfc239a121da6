package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// TestIntact shows that a report or a journal is not passed off as this run's when
// something else was written in its place.
func TestIntact(t *testing.T) {
	for name, c := range map[string]struct {
		meddle func(path string) error
		good   bool
	}{
		"left alone":    {func(string) error { return nil }, true},
		"bytes changed": {func(path string) error { return overwrite(path, "PASS") }, false},
		"longer": {func(path string) error {
			return os.WriteFile(path, []byte("written\nmore\n"), 0o600)
		}, false},
		"shorter":                {func(path string) error { return os.Truncate(path, 3) }, false},
		"removed":                {os.Remove, false},
		"another file":           {func(path string) error { return replace(path, "another\n") }, false},
		"another file like it":   {func(path string) error { return replace(path, "written\n") }, false},
		"a link to another file": {func(path string) error { return link(path) }, false},
	} {
		for _, kind := range []string{"journal", "report"} {
			t.Run(kind+" "+name, func(t *testing.T) {
				o := &File{Flag: kind, Path: filepath.Join(t.TempDir(), "file")}
				if kind == "report" {
					o.Format = func(*reports.Run) ([]byte, error) { return []byte("written\n"), nil }
				}
				list := Files{o}
				if err := list.Open(); err != nil {
					t.Fatal(err)
				}
				defer o.Handle.Close()
				writeAll(t, o)
				if err := c.meddle(o.Path); err != nil {
					t.Skip(err) // on Windows, where a file that is open keeps its place
				}
				err := list.Intact()
				if (err == nil) != c.good || err != nil && !strings.Contains(err.Error(), "not what this run has written") {
					t.Errorf("%v", err)
				}
			})
		}
	}
}

// TestUnwritten shows that a report or a journal that could not be written is not said to be
// another's.
func TestUnwritten(t *testing.T) {
	for _, kind := range []string{"journal", "report"} {
		o := &File{Flag: kind, Path: filepath.Join(t.TempDir(), "file")}
		if err := (Files{o}).Open(); err != nil {
			t.Fatal(err)
		}
		o.Handle.Close()
		full, err := os.Open(o.Path) // for reading
		if err != nil {
			t.Fatal(err)
		}
		o.Handle = full
		if kind == "report" {
			o.Format = func(*reports.Run) ([]byte, error) { return []byte("written\n"), nil }
			err = o.Report(nil, true)
		} else {
			o.written.restart()
			_, err = o.Write([]byte("written\n"))
		}
		if err == nil {
			t.Errorf("%s: it was written", kind)
		}
		if err := (Files{o}).Intact(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if err := o.Close(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if _, err := os.Stat(o.Path); (err != nil) != (kind == "report") {
			t.Errorf("%s: half a report must not stay, and a journal must: %v", kind, err)
		}
	}
}

// TestWrittenAgain shows that a report that could not be written at first and then could may be
// another's again.
func TestWrittenAgain(t *testing.T) {
	o := &File{Flag: "report", Path: filepath.Join(t.TempDir(), "file"), Format: func(*reports.Run) ([]byte, error) {
		return []byte("written\n"), nil
	}}
	if err := (Files{o}).Open(); err != nil {
		t.Fatal(err)
	}
	defer o.Handle.Close()
	for _, full := range []bool{true, false} {
		good := o.Handle
		if full {
			reading, err := os.Open(o.Path)
			if err != nil {
				t.Fatal(err)
			}
			defer reading.Close()
			o.Handle = reading
		}
		err := o.Report(nil, true)
		o.Handle = good
		if (err != nil) != full {
			t.Errorf("full %v: %v", full, err)
		}
		if err := overwrite(o.Path, "PASS"); err != nil {
			t.Fatal(err)
		}
		if err := (Files{o}).Intact(); (err == nil) != full {
			t.Errorf("full %v: what something else has written is judged as %v", full, err)
		}
	}
}

// writeAll writes to an output as a run does.
func writeAll(t *testing.T, o *File) {
	t.Helper()
	if o.Format != nil {
		if err := o.Report(nil, true); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := o.Restart(); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"writ", "ten\n"} {
		if _, err := o.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
}

func overwrite(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteAt([]byte(text), 0)
	return err
}

func replace(path, text string) error {
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func link(path string) error {
	if err := os.WriteFile(path+".new", []byte("written\n"), 0o600); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.Symlink(path+".new", path)
}
