package speed_test

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/reports/speed/internal/sample"
)

func TestJSONIsReadBack(t *testing.T) {
	r := sample.Report(1)
	text, err := speed.JSON(r)
	if err != nil {
		t.Fatal(err)
	}
	if !speed.IsReport(text) {
		t.Error("it is not taken for a bench report")
	}
	again, err := speed.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r, again) {
		t.Error("what is read is not what was written")
	}
	empty, err := speed.JSON(&speed.Report{Provider: "ref"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := speed.Parse(empty); err != nil {
		t.Errorf("a report without measurements: %v", err)
	}
}

func TestJSONRefusesWhatItHasNoNumberFor(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		r := sample.Report(1)
		r.Measurements[2].Samples[3] = v
		if _, err := speed.JSON(r); err == nil || !strings.Contains(err.Error(), r.Measurements[2].Name) {
			t.Errorf("%v: %v", v, err)
		}
	}
}

func TestIsReport(t *testing.T) {
	for text, want := range map[string]bool{
		`{"measurements": []}`:              true,
		`{"measurements": 1, "more": {}}`:   true,
		`{"measurements": [], "specs": []}`: false,
		`{"specs": []}`:                     false,
		`[]`:                                false,
		`{"measurements": [`:                false,
		``:                                  false,
	} {
		if got := speed.IsReport([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	good, err := speed.JSON(sample.Report(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, says string }{
		{`"provider"`, `"vendor"`, "lacks a provider"},
		{`"measurements"`, `"figures"`, "lacks a provider or measurements"},
		{`"rounds": 20`, `"rounds": -20`, "negative"},
		{`"rounds": 20`, `"rounds": 20, "Rounds": 20`, "there twice"},
		{`"seconds": 97.3`, `"seconds": -1`, "negative"},
		{`"clockNanoseconds": 1`, `"clockNanoseconds": -1`, "negative"},
		{`"group": "latency"`, `"group": "size"`, `unknown group "size"`},
		{`"unit": "ns/op"`, `"unit": "s"`, `unknown unit "s"`},
		{`"wait": "poll"`, `"wait": "spin"`, `unknown wait "spin"`},
		{`"name": "latency/send/size=2/wait=poll"`, `"name": "latency/send/size=1/wait=poll"`, "there twice"},
		{`"name": "latency/send/size=2/wait=poll"`, `"name": ""`, "no name"},
		{`"op": "Send"`, `"op": ""`, "no op"},
		{`"size": 2,`, `"size": -2,`, "negative count"},
		{`"median": 1`, `"median": 9991`, "not between its bounds"},
		{`"median": 1`, `"median": -1`, "negative value"},
		{`"p90": 1`, `"p90": 9991`, "percentiles are not in order"},
		{`"counts": [`, `"counts": [1,`, "bounds and"},
		{`"counts": [`, `"counts": [-1], "none": [`, ""},
		{`"bounds": [`, `"bounds": [1e9,`, ""},
		{`"count": 20000`, `"count": -1`, "negative count"},
		{`"started": "2026`, `"started": "x026`, "x026"},
	} {
		bad := bytes.Replace(good, []byte(c.old), []byte(c.new), 1)
		if bytes.Equal(bad, good) {
			t.Fatalf("the report has no %s", c.old)
		}
		if _, err := speed.Parse(bad); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s instead of %s: %v", c.new, c.old, err)
		}
	}
	if _, err := speed.Parse(append(good, '{')); err == nil {
		t.Error("what follows a report is not seen")
	}
}

func FuzzParse(f *testing.F) {
	one := speed.Measurement{
		Group: "latency", Name: "latency/send/size=64", Op: "Send", Size: 64, Wait: "poll", Unit: speed.Nanoseconds,
		Samples: []float64{1, 2, 3}, Median: 2, Low: 1, High: 3,
		Spread: &speed.Spread{
			Count: 3, Min: 1, P50: 2, P90: 3, P99: 3, P999: 3, Max: 3, Bounds: []float64{2, 4}, Counts: []int64{2, 1},
		},
	}
	text, err := speed.JSON(&speed.Report{Provider: "ref", Measurements: []speed.Measurement{one}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := speed.Parse(text)
		if err != nil {
			return
		}
		again, err := speed.JSON(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := speed.Parse(again); err != nil {
			t.Fatalf("what was read and written is refused: %v", err)
		}
		speed.Tables(r)
	})
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		speed.Time(0): "0 ns", speed.Time(5.01): "5.01 ns", speed.Time(83): "83.0 ns", speed.Time(999.7): "1.00 µs",
		speed.Time(1534): "1.53 µs", speed.Time(99_960): "100 µs", speed.Time(2_610_000): "2.61 ms",
		speed.Time(3e12):         "3000 s",
		speed.Bandwidth(11.25e9): "11.2 GB/s", speed.Bandwidth(850e6): "850 MB/s", speed.Rate(4.05e6, "msg"): "4.05 Mmsg/s",
		speed.Rate(52_000, ""): "52.0 k/s", speed.Size(64): "64 B", speed.Size(4096): "4 KiB", speed.Size(1 << 20): "1 MiB",
		speed.Size(1536): "1.5 KiB", speed.Size(1025): "1025 B", speed.Percent(0.004): "0.4 %", speed.Percent(0.123): "12 %",
		speed.Percent(0.0996): "10 %",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestTables(t *testing.T) {
	tables := speed.Tables(sample.Report(1))
	rows := 0
	for _, one := range tables {
		for _, r := range one.Rows {
			if len(r.Cells) != len(one.Columns) {
				t.Errorf("%s %s: %d cells for %v", one.Group, one.Name, len(r.Cells), one.Columns)
			}
		}
		rows += len(one.Rows)
	}
	send := tables[3]
	if send.Group != "bandwidth" || send.Name != "Send" || send.Columns[1].Head != "window 1" || len(send.Rows) != 4 {
		t.Errorf("windows are not side by side: %+v", send)
	}
	if rows < 100 {
		t.Errorf("%d rows", rows)
	}
}

// TestResolved shows that a report says what its machine could resolve, and that no row has a note for what its ± says
// if most figures are that uncertain.
func TestResolved(t *testing.T) {
	r := sample.Report(1)
	if got := r.Resolved(); got <= 0 || got > 0.02 || !strings.Contains(r.Counts(), "; half within ±") {
		t.Errorf("%v: %s", got, r.Counts())
	}
	for i := range r.Measurements {
		m := &r.Measurements[i]
		if len(m.Samples) == 0 {
			continue
		}
		m.Unstable, m.Low, m.High = "known to ±20 % only", 0.8*m.Median, 1.2*m.Median
	}
	if got := r.Resolved(); math.Abs(got-0.2) > 1e-9 {
		t.Errorf("%v", got)
	}
	for _, table := range speed.Tables(r) {
		for _, row := range table.Rows {
			for _, note := range row.Remarks {
				if note.Kind == "unstable" {
					t.Fatalf("%s: %s", table.Name, note.Text)
				}
			}
		}
	}
	if got := (&speed.Report{}).Resolved(); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
