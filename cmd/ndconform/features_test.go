package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/badge"
	"github.com/ndconform/ndconform/reports/text"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/evidence"
)

// A feature is what a provider may do without: a variant of the engine, what is hidden of it, and a
// peer. Without profiles, it belongs to rules of core.
type feature struct {
	name, id, hide, peer string
	profiles             []requirement.Profile
}

var features = []feature{
	{name: "srq", id: "no-srq-with-ndk", profiles: []requirement.Profile{requirement.SRQ, requirement.NDK}},
	{name: "resize", id: "no-resize", profiles: []requirement.Profile{requirement.Resize}},
	{name: "memory-window", id: "no-windows", profiles: []requirement.Profile{requirement.MemoryWindow}},
	{name: "v1", hide: "v1", profiles: []requirement.Profile{requirement.ND1}},
	{name: "ndk", hide: "ndk", profiles: []requirement.Profile{requirement.NDK}},
	{name: "reads", id: "no-reads"},
	{name: "inline", id: "no-inline"},
	{name: "loopback", id: "no-loopback", peer: "ref,adapters=1,basic-adapters=0"},
	{
		name: "everything", id: "no-srq-with-ndk+no-resize+no-windows+no-reads+no-inline", hide: "v1+ndk+faults",
		profiles: []requirement.Profile{
			requirement.SRQ, requirement.Resize, requirement.MemoryWindow, requirement.ND1, requirement.NDK,
		},
	},
}

// others are what a provider may do without, outside any profile.
var others = []feature{
	{name: "in-order placement, IPv6 and outbound Reads", id: "no-in-order+ipv4-only+inbound-reads-only"},
	{name: "private data, IPv4 and inbound Reads", id: "no-private-data+ipv6-only+outbound-reads-only"},
	{name: "another adapter", id: "one-adapter"},
	{name: "much of anything", id: "tiny-limits"},
}

// and is the lack of two features.
func (f feature) and(g feature) feature {
	both := func(a, b string) string {
		list := slices.Compact(slices.Sorted(strings.FieldsFuncSeq(a+"+"+b, func(r rune) bool { return r == '+' })))
		return strings.Join(list, "+")
	}
	return feature{
		f.name + " and " + g.name, both(f.id, g.id), both(f.hide, g.hide), f.peer + g.peer,
		slices.Concat(f.profiles, g.profiles),
	}
}

// flags are those to run the suite with.
func (f feature) flags() []string {
	list := []string{"--provider=without,id=" + f.id + ",hide=" + f.hide}
	if f.peer != "" {
		list = append(list, "--peer="+f.peer)
	}
	return list
}

// TestFeaturesTakenAway takes each optional feature away, alone and together with each other one, and
// shows that every report, the certificate and the command verify say that its profile is not claimed,
// and that nothing else is lost. Runs without two features are put together from those without one,
// unless broken providers are asked for, too.
func TestFeaturesTakenAway(t *testing.T) {
	t.Parallel()
	lab := newFeatures(t)
	for i, a := range features {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			lab.verified(t, lab.check(t, lab.journals[i], a.profiles), a.profiles)
		})
		if testing.Short() {
			continue
		}
		for j, b := range features[i+1:] {
			both := a.and(b)
			t.Run(both.name, func(t *testing.T) {
				t.Parallel()
				if *everyBroken {
					lab.check(t, lab.run(t, both), both.profiles)
					return
				}
				lab.check(t, together(t, lab.journals[i], lab.journals[i+1+j]), both.profiles)
			})
		}
	}
}

// TestOthersTakenAway shows that no spec minds what else a provider may do without.
func TestOthersTakenAway(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it runs the suite four times")
	}
	lab := &featureLab{dir: t.TempDir()}
	for _, f := range others {
		t.Run(f.name, func(t *testing.T) { lab.run(t, f) })
	}
}

// A featureLab holds the journal of a run without each feature, line by line.
type featureLab struct {
	dir      string
	suite    *certificate.Suite
	private  ed25519.PrivateKey
	public   ed25519.PublicKey
	journals [][][]byte
}

func newFeatures(t *testing.T) *featureLab {
	t.Helper()
	specs, err := runner.Suite()
	if err != nil {
		t.Fatal(err)
	}
	lab := &featureLab{dir: t.TempDir(), suite: evidence.Suite(specs, runner.Environment(specs))}
	lab.must(t, "keygen", "--out="+lab.key())
	lab.private = readKey(t, lab.key()+".key", certificate.ParsePrivateKey)
	lab.public = readKey(t, lab.key()+".pub", certificate.ParsePublicKey)
	for _, f := range features {
		lab.journals = append(lab.journals, lab.run(t, f))
	}
	return lab
}

// key is what the names of the key's files begin with.
func (lab *featureLab) key() string { return filepath.Join(lab.dir, "acme") }

func readKey[Key any](t *testing.T, path string, parse func([]byte) (Key, error)) Key {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	key, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return key
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

func (lab *featureLab) run(t *testing.T, f feature) [][]byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.journal")
	lab.must(t, append(f.flags(), "--journal="+path, "--seed=1", "--quiet")...)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	for _, line := range lines {
		if s, _, ok := ended(t, line); ok && s.Verdict.Judged() && s.Verdict != reports.Pass {
			t.Errorf("without %s, %s has the verdict %s: %s", f.name, s.ID, s.Verdict, s.Message)
		}
	}
	return lines
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

// check reports and certifies a journal, and returns the certificate's bundle.
func (lab *featureLab) check(t *testing.T, journal [][]byte, lacking []requirement.Profile) certificate.Bundle {
	path := filepath.Join(t.TempDir(), "run.journal")
	if err := os.WriteFile(path, append(bytes.Join(journal, []byte("\n")), '\n'), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := evidence.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := certificate.New(e, lab.suite, certificate.Ran(e.Run), lab.private)
	if err != nil {
		t.Fatal(err)
	}
	read := func() (*certificate.Evidence, error) { return e, nil }
	claim, problems := certificate.Verify(bundle, lab.public, lab.suite, read)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	text, page := string(text.Report(e.Run, lab.suite.Catalogue)), string(bundle["report.html"])
	badge := string(badge.SVG(e.Run, lab.suite.Catalogue))
	lacking = append(lacking, requirement.COM) // which only a DLL has
	for _, p := range claim.Certificate.Profiles {
		name := string(p.Name)
		row := `<a href="#profile=` + name + `">` + name + `</a></th><td class="verdict ` + string(p.Verdict) + `">`
		if !strings.Contains(page, row) || !strings.Contains(badge, "\n"+name+" "+p.Words()) {
			t.Errorf("the page or the badge does not have %s as %s", name, p.Verdict)
		}
		want, said := reports.Pass, strings.Contains(text, name+" "+p.Words())
		if slices.Contains(lacking, p.Name) {
			want, said = reports.Unsupported, unclaimedIn(text, name)
		}
		if granted := slices.Contains(claim.Certificate.Granted,
			name); p.Verdict != want || !said || granted != (want == reports.Pass) {
			t.Errorf("%s is %s, granted: %v; the report says:\n%s", name, p.Verdict, granted, text)
		}
	}
	if core := claim.Certificate.Profiles[0].Counts(); len(lacking) == 1 && !strings.Contains(core, " not claimed") {
		t.Errorf("core lacks nothing: %s", core)
	}
	return bundle
}

// verified wants the command verify to say of a bundle what it certifies, and what was not claimed.
func (lab *featureLab) verified(t *testing.T, bundle certificate.Bundle, lacking []requirement.Profile) {
	dir := filepath.Join(t.TempDir(), "bundle")
	if err := bundle.Write(dir); err != nil {
		t.Fatal(err)
	}
	says := lab.must(t, "verify", dir, "--key="+lab.key()+".pub")
	for _, p := range lacking {
		if !oneLineHas(says, "not certified", string(p)+": not claimed") || oneLineHas(says, "  "+string(p), "MUSTs") {
			t.Errorf("%s is not claimed, and verify says:\n%s", p, says)
		}
	}
	if !oneLineHas(says, "  core", "MUSTs kept") {
		t.Errorf("core is certified, and verify says:\n%s", says)
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
