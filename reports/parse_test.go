package reports_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

func TestParse(t *testing.T) {
	whole := everyPart()
	whole.Specs[4].Message = "no invalid UTF-8, which is replaced"
	text, err := reports.JSON(whole, aCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	run, err := reports.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := reports.JSON(run, aCatalogue())
	if err != nil || !bytes.Equal(again, text) {
		t.Errorf("read and written again, the report is another one (%v):\n%s", err, again)
	}
	newer := bytes.Replace(text, []byte(`"seed": 42`), []byte(`"seed": 42, "ofLater": {"a": [1, {"b": 2}]}`), 1)
	if run, err := reports.Parse(newer); err != nil || run.Specs[0].ID != "cq.notify.nd-pending" {
		t.Errorf("a report of a later version: %v", err)
	}
}

func TestParseRefuses(t *testing.T) {
	good, err := reports.JSON(everyVerdict(), aCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ old, new, says string }{
		"a key twice":         {`"seed": 42`, `"seed": 42, "seed": 43`, `"seed" is there twice`},
		"a key in other case": {`"verdict": "fail"`, `"verdict": "fail", "Verdict": "pass"`, `"verdict" is there twice`},
		"an unknown verdict":  {`"verdict": "warn"`, `"verdict": "fine"`, `unknown verdict "fine"`},
		"a spec twice": {
			`"id": "qp.send.nd-success/inline"`, `"id": "qp.send.nd-success"`,
			"qp.send.nd-success is there twice",
		},
		"a spec without id": {
			`"id": "srq.modify.nd-success",` + "\n" + `      "title"`, `"id": "", "title"`,
			"spec 8 has no id",
		},
		"negative seconds": {`"seconds": 2`, `"seconds": -2`, "took -2 seconds"},
		"no specs":         {`"specs"`, `"specifications"`, "it lacks a provider or specs"},
	} {
		bad := strings.Replace(string(good), c.old, c.new, 1)
		if bad == string(good) {
			t.Fatalf("%s: %s is not in the report", name, c.old)
		}
		if _, err := reports.Parse([]byte(bad)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	deep := strings.Repeat("[", 1<<15)
	if err := reports.UniqueKeys([]byte(deep + strings.Repeat("]", 1<<15))); err == nil {
		t.Error("what is nested without a bound is taken for a report's JSON")
	}
	for _, text := range []string{"", "{", "[]", "null", "{}{}", deep, string(good) + "x"} {
		if _, err := reports.Parse([]byte(text)); err == nil {
			t.Errorf("%.20q: no error", text)
		}
	}
}

// FuzzParse shows that no text makes a reader of reports end badly, and that what is read
// can be written again.
func FuzzParse(f *testing.F) {
	for _, run := range []*reports.Run{everyPart(), everyVerdict()} {
		text, err := reports.JSON(run, aCatalogue())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		run, err := reports.Parse(text)
		if err != nil {
			return
		}
		if _, err := reports.JSON(run, aCatalogue()); err != nil {
			t.Fatalf("what was read can't be written: %v", err)
		}
	})
}
