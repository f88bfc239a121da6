package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/evidence"
)

// A feature is what a provider may do without. Those without profiles are about rules of
// core.
type feature struct {
	name     string
	run      []string // how to run the suite on a provider without it; nil: see unclaimed
	profiles []requirement.Profile
}

var features = []feature{
	{"srq", []string{"--provider=legal,id=no-srq-with-ndk"}, []requirement.Profile{requirement.SRQ, requirement.NDK}},
	{"resize", []string{"--provider=legal,id=no-resize"}, []requirement.Profile{requirement.Resize}},
	{"memory-window", nil, []requirement.Profile{requirement.MemoryWindow}},
	{"v1", []string{"--provider=without,hide=v1"}, []requirement.Profile{requirement.ND1}},
	{"ndk", []string{"--provider=without,hide=ndk"}, []requirement.Profile{requirement.NDK}},
	{"reads", []string{"--provider=legal,id=no-reads"}, nil},
	{"inline", []string{"--provider=legal,id=no-inline"}, nil},
	{"loopback", []string{"--provider=legal,id=no-loopback", "--peer=ref,adapters=1,basic-adapters=0"}, nil},
	{
		"everything",
		[]string{"--provider=without,id=no-srq-with-ndk+no-resize+no-reads+no-inline,hide=v1+ndk+faults"},
		[]requirement.Profile{requirement.SRQ, requirement.Resize, requirement.ND1, requirement.NDK},
	},
}

// TestFeaturesTakenAway takes each optional feature away, alone and together with each
// other one, and shows that every report, the certificate and the command verify say that
// its profile is not claimed, and that nothing else is lost.
func TestFeaturesTakenAway(t *testing.T) {
	lab := newFeatures(t)
	for i, a := range features {
		t.Run(a.name, func(t *testing.T) { lab.check(t, lab.journals[i], a.profiles) })
		if testing.Short() {
			continue
		}
		for j, b := range features[i+1:] {
			t.Run(a.name+" and "+b.name, func(t *testing.T) {
				lab.check(t, together(t, lab.journals[i], lab.journals[i+1+j]), slices.Concat(a.profiles, b.profiles))
			})
		}
	}
}

// A featureLab holds the journal of a run without each feature, line by line.
type featureLab struct {
	dir      string
	suite    *certificate.Suite
	key      string
	journals [][][]byte
}

func newFeatures(t *testing.T) *featureLab {
	t.Helper()
	specs, err := runner.Suite()
	if err != nil {
		t.Fatal(err)
	}
	lab := &featureLab{dir: t.TempDir(), suite: evidence.Suite(specs, runner.Environment(specs))}
	lab.key = filepath.Join(lab.dir, "acme")
	lab.must(t, "keygen", "--out="+lab.key)
	for _, f := range features {
		if f.run == nil {
			lab.journals = append(lab.journals, unclaimed(t, lab.run(t, "--provider=ref"), f.profiles))
			continue
		}
		lab.journals = append(lab.journals, lab.run(t, f.run...))
	}
	return lab
}

// must runs the command and returns what it prints.
func (lab *featureLab) must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("ndconform", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("ndconform %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func (lab *featureLab) run(t *testing.T, args ...string) [][]byte {
	t.Helper()
	path := filepath.Join(lab.dir, "run.journal")
	lab.must(t, append(args, "--journal="+path, "--seed=1", "--quiet")...)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}

// ended returns the spec that a line of a journal is the result of, if it is one.
func ended(t *testing.T, line []byte) (s reports.Spec, entry map[string]json.RawMessage, ok bool) {
	t.Helper()
	if !bytes.Contains(line, []byte(`"event":"ended"`)) {
		return s, nil, false
	}
	if err := json.Unmarshal(line, &entry); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(entry["spec"], &s); err != nil {
		t.Fatal(err)
	}
	return s, entry, true
}

// changed returns a journal with other results of some specs.
func changed(t *testing.T, journal [][]byte, change func(reports.Spec) (reports.Spec, bool)) (lines [][]byte) {
	t.Helper()
	for _, line := range journal {
		if s, entry, ok := ended(t, line); ok {
			if other, differs := change(s); differs {
				var err error
				entry["spec"], err = json.Marshal(other)
				if err != nil {
					t.Fatal(err)
				}
				line, err = json.Marshal(entry)
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// unclaimed is the worst case of an adapter that does not claim the feature of some
// profiles: all that it does right is what any adapter could do, which is everything but
// the one rule that shows the feature.
func unclaimed(t *testing.T, journal [][]byte, profiles []requirement.Profile) [][]byte {
	t.Helper()
	return changed(t, journal, func(s reports.Spec) (reports.Spec, bool) {
		for _, p := range profiles {
			if slices.Contains(s.Requirements, p.Info().Claim) {
				s.Verdict, s.Message = reports.Unsupported, "the adapter does not claim the feature"
				return s, true
			}
		}
		return s, false
	})
}

// together is a journal of an adapter that lacks the features of both.
func together(t *testing.T, a, b [][]byte) [][]byte {
	t.Helper()
	lacks := map[string]reports.Spec{}
	for _, line := range b {
		if s, _, ok := ended(t, line); ok && s.Verdict == reports.Unsupported {
			lacks[s.ID] = s
		}
	}
	return changed(t, a, func(s reports.Spec) (reports.Spec, bool) {
		other, ok := lacks[s.ID]
		return other, ok
	})
}

// check reports, certifies and verifies a journal.
func (lab *featureLab) check(t *testing.T, journal [][]byte, lacking []requirement.Profile) {
	dir := t.TempDir()
	path, bundle := filepath.Join(dir, "run.journal"), filepath.Join(dir, "bundle")
	if err := os.WriteFile(path, append(bytes.Join(journal, []byte("\n")), '\n'), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := evidence.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	lab.must(t, "certify", path, "--key="+lab.key+".key", "--out="+bundle, "--allow-unreleased")
	verified := lab.must(t, "verify", bundle, "--key="+lab.key+".pub")
	page, err := reports.HTML(e.Run, lab.suite.Catalogue)
	if err != nil {
		t.Fatal(err)
	}
	text := string(reports.Text(e.Run, lab.suite.Catalogue))
	badge := string(reports.Badge(e.Run, lab.suite.Catalogue))
	lacking = append(lacking, requirement.COM) // which only a DLL has
	for _, p := range reports.Profiles(e.Run, lab.suite.Catalogue) {
		name := string(p.Name)
		row := `<a href="#profile=` + name + `">` + name + `</a></th><td class="verdict ` + string(p.Verdict) + `">`
		if !strings.Contains(string(page), row) || !strings.Contains(badge, "\n"+name+" "+p.Words()) {
			t.Errorf("the page or the badge does not have %s as %s", name, p.Verdict)
		}
		if slices.Contains(lacking, p.Name) {
			said := unclaimedIn(text, name) && oneLineHas(verified, "not certified", name+": not claimed")
			if p.Verdict != reports.Unsupported || !said {
				t.Errorf("%s is %s; the report says:\n%s\nand verify:\n%s", name, p.Verdict, text, verified)
			}
			continue
		}
		said := oneLineHas(verified, "  "+name, p.Counts()) && strings.Contains(text, name+" "+p.Words())
		if p.Verdict != reports.Pass || !said {
			t.Errorf("%s is %s; the report says:\n%s\nand verify:\n%s", name, p.Verdict, text, verified)
		}
	}
	core := reports.Profiles(e.Run, lab.suite.Catalogue)[0].Counts()
	if len(lacking) == 1 && !strings.Contains(core, " not claimed") {
		t.Errorf("core lacks nothing: %s", core)
	}
}

// unclaimedIn reports whether a text report lists a profile as not claimed.
func unclaimedIn(text, name string) bool {
	for line := range strings.Lines(text) {
		names, found := strings.CutSuffix(strings.TrimSpace(strings.TrimPrefix(line, "profiles:")), " not claimed")
		if found && slices.Contains(strings.Split(names, ", "), name) {
			return true
		}
	}
	return false
}

func oneLineHas(text string, parts ...string) bool {
	for line := range strings.Lines(text) {
		if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(line, part) }) {
			return true
		}
	}
	return false
}
