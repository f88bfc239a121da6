package reports

import (
	"strings"
	"testing"
)

func TestHeadline(t *testing.T) {
	for message, want := range map[string]string{
		"":                "",
		"one line":        "one line",
		"a\n  b\n\n\tc\n": "a b c",
		"expected: x\nseen:     y\nrule:     r [id; source]\n": "expected: x seen: y",
		"rule: r":                "",
		strings.Repeat("é", 400): strings.Repeat("é", 299) + "…",
	} {
		if got := headline(message); got != want {
			t.Errorf("headline(%q) = %q, want %q", message, got, want)
		}
	}
}

// TestLongTrace shows that a terminal is spared what a JUnit reader folds.
func TestLongTrace(t *testing.T) {
	run := everyVerdict()
	trace := "the first call\n" + strings.Repeat("a call\n", 100) + "the last call"
	for i := range run.Specs {
		run.Specs[i].Trace = trace
	}
	text := string(Text(run, aCatalogue()))
	for _, want := range []string{"the first call", "… 62 lines, which the other reports have …", "the last call"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text does not hold %q:\n%s", want, text)
		}
	}
	junit, err := JUnit(run)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(junit), strings.ReplaceAll(trace, "\n", "\n          ")) {
		t.Error("the JUnit report does not hold the whole trace")
	}
	if run.Specs[0].Trace != trace {
		t.Error("writing a report changed the run")
	}
}

func TestRepeatIsQuoted(t *testing.T) {
	run := &Run{Provider: "p,name=a b;$c", TimeoutScale: 2.5, Environment: Environment{Program: "vendor-conform"}, Seed: -3}
	want := `vendor-conform '--provider=p,name=a b;$c' --filter=a.b/c --seed=-3 --timeout-scale=2.5`
	if got := Repeat(run, Spec{ID: "a.b/c"}); got != want {
		t.Errorf("Repeat = %s, want %s", got, want)
	}
}
