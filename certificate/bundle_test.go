package certificate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

func TestWriteAndLoad(t *testing.T) {
	private, _ := keys(t)
	b := bundle(t, private)
	dir := filepath.Join(t.TempDir(), "acme")
	if err := b.Write(dir); err != nil {
		t.Fatal(err)
	}
	again, problems, err := Load(dir)
	if err != nil || len(problems) > 0 || !reflect.DeepEqual(again, b) {
		t.Errorf("%v, %v", problems, err)
	}
	if err := b.Write(dir); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a bundle that is there: %v", err)
	}
	if err := b.Write(filepath.Join(dir, "no", "such")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestLoadOfWhatIsNoBundle(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := Load(filepath.Join(dir, "nosuch")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o666),
		os.Mkdir(filepath.Join(dir, EnvelopeFile), 0o777),
		os.WriteFile(filepath.Join(dir, JournalFile), nil, 0o666),
		os.Truncate(filepath.Join(dir, JournalFile), maxFileSize+1),
	); err != nil {
		t.Fatal(err)
	}
	b, problems, err := Load(dir)
	want := []Problem{
		{EnvelopeFile, "it is not a regular file"},
		{"notes.txt", "it is not part of a bundle"},
		{JournalFile, "it is larger than 256 MiB"},
	}
	if err != nil || len(b) > 0 || !slices.Equal(problems, want) {
		t.Errorf("%v, %v, %v", b, problems, err)
	}
}
