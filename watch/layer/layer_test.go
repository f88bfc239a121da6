package layer_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/watch/layer"
	"github.com/ndconform/ndconform/watch/record"
)

// A provider opens nothing, and is never gone.
type provider struct{ nd2.Provider }

func (provider) OpenAdapter(nd2.GUID, uint64, *nd2.Unknown) nd2.Status { return nd2.InvalidParameter1 }
func (provider) Release() uint32                                       { return 1 }

// misuse calls a provider once too often, and leaks another.
func misuse(l *layer.Layer) {
	p := l.Watch(provider{})
	p.Release()
	p.OpenAdapter(nd2.IIDAdapter, 1, new(nd2.Unknown))
}

func entries(t *testing.T, path string) (list []record.Entry) {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for r := record.NewReader(file); ; {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
}

func code(*calls.Call) uintptr  { return 16 }
func place(code uintptr) string { return fmt.Sprintf("app.exe+%#x", code) }

// With a file everything is in the file, and nothing is shown.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "findings")
	var shown strings.Builder
	l, err := layer.New(layer.Options{
		Findings: path, Show: &shown, Traffic: true, Code: code, Place: place,
	})
	if err != nil {
		t.Fatal(err)
	}
	l.NotOpened("dll,path=none.dll", errors.New("no such file"))
	l.Opened("dll,path=acme.dll", "1.0")
	misuse(l)
	l.End()
	list := entries(t, path)
	if len(list) != 4 || list[0].Opened.Failed != "no such file" || list[1].Opened.Version != "1.0" {
		t.Fatalf("%+v", list)
	}
	if f := list[2].Found; f.ID != "client.object.used-after-release" || f.Caller != "app.exe+0x10" {
		t.Errorf("found %+v", f)
	}
	if e := list[3].Ended; e == nil || e.Calls != 2 || e.Traffic == nil || e.Traffic.Methods["IND2Provider::OpenAdapter"].Failed != 1 {
		t.Errorf("ended %+v", e)
	}
	if shown.Len() > 0 {
		t.Errorf("shown: %s", shown.String())
	}
}

// Without a file findings are shown, and counted in the end.
func TestShown(t *testing.T) {
	var shown strings.Builder
	l, err := layer.New(layer.Options{Show: &shown})
	if err != nil {
		t.Fatal(err)
	}
	misuse(l)
	l.End()
	text := shown.String()
	if !strings.HasPrefix(text, "watch: the program: provider1: ") ||
		!strings.HasSuffix(text, "\nwatch: the provider has broken rules 0 times, the program 1 times\n") {
		t.Error(text)
	}
}

// A finding at the end has no place in the program.
func TestLeaksHaveNoPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "findings")
	l, err := layer.New(layer.Options{Findings: path, Code: code, Place: place})
	if err != nil {
		t.Fatal(err)
	}
	l.Watch(provider{}).OpenAdapter(nd2.IIDAdapter, 1, new(nd2.Unknown))
	l.End()
	for _, e := range entries(t, path) {
		if f := e.Found; f != nil && f.ID == "client.object.leaked" && f.Caller == "" {
			return
		}
	}
	t.Error("no leak without a place is found")
}

// The file has notes on interfaces that nobody defined.
func TestRefusedExtension(t *testing.T) {
	const says = "interface {00000007-0000-0000-0000-000000000000}, " +
		"by which provider1 was asked for an IND2Adapter, is refused"
	path := filepath.Join(t.TempDir(), "findings")
	for _, file := range []string{"", path} {
		var shown strings.Builder
		l, err := layer.New(layer.Options{Show: &shown, Findings: file, RefuseExtensions: true})
		if err != nil {
			t.Fatal(err)
		}
		l.Watch(provider{}).OpenAdapter(nd2.GUID{Data1: 7}, 1, new(nd2.Unknown))
		if file == "" && shown.String() != "watch: "+says+"\n" {
			t.Errorf("shown: %s", shown.String())
		}
		l.End()
	}
	if list := entries(t, path); list[0].Note != says {
		t.Errorf("%+v", list)
	}
}
