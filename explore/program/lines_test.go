package program

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

var tiny = Config{
	Connections: 1, Initiator: 4, Receive: 4, Queue: 8, Reads: 1, Entries: 2, Memory: 4096, Regions: 1,
	Message: 64,
}

func TestAProgramIsReadAsItIsWritten(t *testing.T) {
	p := Program{
		Seed: 1<<63 + 1, Number: 3, Config: tiny, Times: 3, Style: Style{Lanes: 2, Favor: []Op{Watch}},
		Steps: []Step{{Op: Send, Bits: 1<<64 - 1}, {Op: Results, Lane: 1, Times: 12}},
	}
	got, err := Parse(bytes.NewReader(p.Text()))
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Fatalf("%v, %v", got, err)
	}
}

func TestWhatComesBeforeAProgramIsReadToo(t *testing.T) {
	before := Program{Number: 1, Config: tiny, Steps: []Step{{Op: Send}}}
	p := Program{Number: 2, Config: tiny, Before: []Program{before, before}, Steps: []Step{{Op: Results}}}
	got, err := Parse(bytes.NewReader(p.Text()))
	if err != nil || !reflect.DeepEqual(got, p) || got.Length() != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	text := string(p.Text()) + `{"op":"dance"}`
	if _, err := Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "line 7: unknown") {
		t.Errorf("%v", err)
	}
	many := strings.Repeat(string(before.Text()), mostBefore+2)
	if _, err := Parse(strings.NewReader(many)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("%v", err)
	}
}

func TestParseNamesTheLine(t *testing.T) {
	head := string(Program{Config: tiny}.Text())
	for text, want := range map[string]string{
		"":                                  "no program",
		"{}":                                "line 1: it is a program of version 0",
		"x":                                 "line 1: ",
		head + `{"op":"dance","bits":1}`:    `line 2: unknown operation "dance"`,
		head + `{"op":"send","more":1}`:     "line 2: ",
		head + `{"op":"send","lane":64}`:    "line 2: lane is 64",
		head + `{"op":"send","times":-1}`:   "line 2: times is -1",
		head + `{"op":"send","times":1025}`: "line 2: times is 1025",
		strings.Replace(head, `"memory":4096`, `"memory":1`, 1): "memory is 1",
	} {
		if _, err := Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(Program{Config: tiny, Steps: []Step{{Op: Send}}}.Text())
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Parse(bytes.NewReader(text))
		if err != nil {
			return
		}
		again, err := Parse(bytes.NewReader(p.Text()))
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Fatal(p, again, err)
		}
	})
}
