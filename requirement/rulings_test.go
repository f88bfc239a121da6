package requirement

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// docs/rulings.md is written from the catalogue, with -update.
func TestRulingsAreWrittenDown(t *testing.T) {
	const path = "../docs/rulings.md"
	want := writeRulings(All())
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf("%s is not what the catalogue says (%v): run make golden", path, err)
	}
}

// An entry that is less than a MUST says why.
func TestLowerLevelsHaveAReason(t *testing.T) {
	for _, e := range All() {
		if e.Level != Must && e.Ruling == "" {
			t.Errorf("%s is %s and does not say why", e.ID, e.Level)
		}
	}
}

const rulingsIntro = `<!-- Written from the catalogue by go test ./requirement -update. -->

# Rulings

After this page you know which answers the suite accepts where the documents leave room, and why. Microsoft's documents
contradict themselves in places, each other in more, and shipped providers in some. ` + "`ndconform explain ID`" + ` shows
the ruling beside a failure.

One ruling covers every code. Each method's page says that its codes should be returned, and that others should be
well-known. So if a call must fail, it is a MUST that it fails and changes nothing, and the documented code is preferred.
Another failure that ndstatus.mc or Windows' headers define passes with a warning, which ` + "`--strict`" + ` makes a
failure. It fails if the page gives it another meaning, if it names a parameter that is not at fault, or if it says that
the adapter was removed or the request canceled when that is not so. A number that nobody defines fails, and so does a
success. Results of work requests have the statuses of their table and no others.

If several statuses are accepted here, the first is preferred, and so is the second if the documents use both for the
same thing (ND_SUCCESS and ND_PENDING; ND_ACCESS_VIOLATION and ND_REMOTE_ERROR for a peer's memory). A provider that
answers with another status of the set passes with a warning. If no status is named, the ruling explains the rule itself.
A broken SHOULD warns. An INFO is recorded and judges nobody. A rule without a level here is a MUST. A page is named
after its method: Send is the section IND2QueuePair::Send of IND2QueuePair.md.
`

// A ruling is a reason, with the entries that it is the reason of.
type ruling struct {
	reason, accept string
	entries        []Entry
}

// several is the section of rulings that are of more than one interface.
const several = "Several interfaces"

func (r ruling) section() string {
	for _, e := range r.entries {
		if e.Interface != r.entries[0].Interface {
			return several
		}
	}
	return r.entries[0].Interface
}

func writeRulings(all []Entry) []byte {
	var b bytes.Buffer
	b.WriteString(rulingsIntro)
	rulings := rulingsOf(all)
	sections := []string{several}
	for _, r := range rulings {
		if s := r.section(); !slices.Contains(sections, s) {
			sections = append(sections, s)
		}
	}
	slices.Sort(sections[1:])
	for _, s := range sections {
		fmt.Fprintf(&b, "\n## %s\n", s)
		for _, r := range rulings {
			if r.section() == s {
				r.write(&b)
			}
		}
	}
	return b.Bytes()
}

// rulingsOf returns the rulings in the order of their first entries.
func rulingsOf(all []Entry) (list []ruling) {
	for _, e := range all {
		if e.Ruling == "" {
			continue
		}
		accept := accepted(e)
		i := slices.IndexFunc(list, func(r ruling) bool { return r.reason == e.Ruling && r.accept == accept })
		if i < 0 {
			i = len(list)
			list = append(list, ruling{reason: e.Ruling, accept: accept})
		}
		list[i].entries = append(list[i].entries, e)
	}
	return list
}

func (r ruling) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n**%s**", r.reason)
	if r.accept != "" {
		fmt.Fprintf(b, " Accepted: %s.", r.accept)
	}
	b.WriteString("\n\n")
	for _, e := range r.entries {
		level := ""
		if e.Level != Must {
			level = " (" + string(e.Level) + ")"
		}
		fmt.Fprintf(b, "- `%s`%s: %s\n", e.ID, level, e.Rule)
	}
}

// accepted lists an accept set, the preferred status first, without the many that
// say that a parameter is invalid.
func accepted(e Entry) string {
	var names []string
	every := len(e.Accept) > len(anyInvalidParameter) ||
		len(e.Accept) == len(anyInvalidParameter) && isInvalidParameter(e.Accept[0])
	for i, s := range e.Accept {
		if every && i > 0 && isInvalidParameter(s) {
			continue
		}
		name := s.String()
		if e.Profile == NDK {
			name = ndk.Status(s).String()
		}
		names = append(names, "`"+name+"`")
	}
	if every {
		names = append(names, "any other `ND_INVALID_PARAMETER…`")
	}
	return strings.Join(names, ", ")
}

func isInvalidParameter(s nd2.Status) bool { return slices.Contains(anyInvalidParameter, s) }
