package requirement

import (
	"slices"
	"strings"
	"testing"
)

// The statements that no client can observe are few, and what has no rule yet becomes
// less: when one has got its rule, its number here goes down.
const (
	mostUnobservable = 45
	openGaps         = 12
)

// Every heading with text has a statement, in the documents' order.
func TestEveryHeadingHasAStatement(t *testing.T) {
	var headings []string
	for _, s := range Statements() {
		heading := s.Document + ", " + s.Heading
		if !slices.Contains(headings, heading) {
			headings = append(headings, heading)
		}
	}
	documented := lines(t, "testdata/headings.txt")
	for _, h := range documented {
		if !slices.Contains(headings, h) {
			t.Errorf("%s has no statement", h)
		}
	}
	for _, h := range headings {
		if !slices.Contains(documented, h) {
			t.Errorf("%s is no heading of the documents", h)
		}
	}
}

func TestStatementsAreWellFormed(t *testing.T) {
	places := map[string]bool{}
	for _, s := range Statements() {
		if places[s.Place()] {
			t.Errorf("%s: the heading stands in two places", s.Place())
		}
		places[s.Place()] = true
		if !strings.HasSuffix(s.Says, ".") {
			t.Errorf("%s is not whole sentences: %q", s.Place(), s.Says)
		}
		observed := len(s.Rules)+len(s.Gaps) > 0 || len(s.Variants) > 0 && s.Unobservable == ""
		if observed == (s.Unobservable != "") {
			t.Errorf("%s has rules or variants, or else a reason why there are none: %+v", s.Place(), s)
		}
		if len(s.Rules)+len(s.Gaps) == 0 && s.Unobservable == "" && s.Strength != SaysMay {
			t.Errorf("%s has only legal variants, and permits nothing", s.Place())
		}
		for _, id := range s.Rules {
			if _, ok := Lookup(id); !ok {
				t.Errorf("%s: there is no rule %s", s.Place(), id)
			}
		}
	}
}

func TestFewStatementsAreUnobservable(t *testing.T) {
	unobservable := 0
	for _, s := range Statements() {
		if s.Unobservable != "" {
			unobservable++
		}
	}
	if unobservable > mostUnobservable {
		t.Errorf("%d statements are called unobservable, more than %d", unobservable, mostUnobservable)
	}
}

func TestGapsBecomeFewer(t *testing.T) {
	open := 0
	for _, s := range Statements() {
		if len(s.Gaps) > 0 {
			open++
		}
	}
	if open > openGaps {
		t.Errorf("%d statements lack a rule, and %d did before", open, openGaps)
	}
}

// Every rule holds providers to a statement, or says what else it rests on.
func TestEveryRuleRestsOnSomething(t *testing.T) {
	for _, e := range All() {
		if len(StatementsOf(e.ID)) == 0 && e.Rests == "" {
			t.Errorf("%s holds providers to no statement, and does not say what it rests on (%s)", e.ID, e.Source)
		}
		if e.Rests == RulingGround && e.Ruling == "" {
			t.Errorf("%s rests on a ruling, and has none", e.ID)
		}
	}
}

// What a rule's strength says is said by one of its statements.
func TestStrengthsAreThoseOfStatements(t *testing.T) {
	for id, strength := range weaker {
		says := func(s Statement) bool { return s.Strength == strength }
		if !slices.ContainsFunc(StatementsOf(id), says) {
			t.Errorf("%s says that it rests on %q, but no statement of it does", id, strength)
		}
	}
}

func TestStatementsThatCanNotBeRead(t *testing.T) {
	const head = "# D\n## H\n"
	for _, c := range []struct{ text, wrong string }{
		{"- Says.\n", "line 1"},
		{"# D\n- Says.\n", "line 2"},
		{head + "  some.rule\n", "belongs to no statement"},
		{head + "- [might] Says.\n", `unknown strength "might"`},
		{head + "- Says.\n  because: so\n", `unknown "because"`},
		{head + "So it says.\n", "no heading"},
		{head + "-\n", "says nothing"},
		{"#\n", "says nothing"},
	} {
		_, err := parseStatements(c.text)
		if err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%q: %v, want %s", c.text, err, c.wrong)
		}
	}
}

func TestParseStatements(t *testing.T) {
	got, err := parseStatements(
		"# D\r\n## H\r\n- One.\r\n  a.b c.d\r\n### P\n- [may] Two.\n  permitted: v w\n- Three.\n  unobservable: so it is: " +
			"so\n- Four.\n  a.b\n  gap: e.f\n## I\n- Five.\n  c.d\n")
	if err != nil || len(got) != 5 {
		t.Fatalf("%d statements, %v", len(got), err)
	}
	places := make([]string, len(got))
	for i, s := range got {
		places[i] = s.Place()
	}
	if want := []string{"D, H, 1", "D, H, P, 1", "D, H, P, 2", "D, H, P, 3", "D, I, 1"}; !slices.Equal(places, want) {
		t.Errorf("places %q, want %q", places, want)
	}
	if s := got[0]; s.Says != "One." || !slices.Equal(s.Rules, []string{"a.b", "c.d"}) {
		t.Errorf("first: %+v", s)
	}
	if s := got[1]; s.Strength != SaysMay || s.Says != "Two." || !slices.Equal(s.Variants, []string{"v", "w"}) {
		t.Errorf("second: %+v", s)
	}
	if s := got[2]; s.Unobservable != "so it is: so" {
		t.Errorf("third: %+v", s)
	}
	if s := got[3]; !slices.Equal(s.Gaps, []string{"e.f"}) || !slices.Equal(s.Rules, []string{"a.b"}) {
		t.Errorf("fourth: %+v", s)
	}
}

// Whatever a file holds, reading it fails or yields statements with a place.
func FuzzParseStatements(f *testing.F) {
	f.Add("# D\n## H\n### P\n- [may] Says.\n  a.b\n  permitted: v\n  unobservable: so\n  gap: e.f\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := parseStatements(text)
		for _, s := range list {
			if err != nil || s.Document == "" || s.Heading == "" || s.Number < 1 {
				t.Fatalf("%+v, %v", s, err)
			}
		}
	})
}
