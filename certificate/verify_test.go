package certificate

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

func TestCertifyThenVerify(t *testing.T) {
	private, public := keys(t)
	b := bundle(t, private)
	found, problems := Verify(b, public, suite(), reader(b))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	c := found.Certificate
	if found.Subject != provider || !slices.Equal(c.Granted, []string{"core", "srq"}) {
		t.Errorf("subject %+v, granted %v", found.Subject, c.Granted)
	}
	if c.Provider != "acme" || c.Options != "device=acme0,mtu=4096" || c.ProviderVersion != "7.1" || c.Peer != "ref" ||
		c.Seed != "4611686018427387905" || c.Specs != 7 {
		t.Errorf("%+v", c)
	}
	var listed []string
	for _, r := range c.Reservations {
		listed = append(listed, string(r.Verdict)+" "+r.Spec)
	}
	if want := []string{"waived mw.a", "warn cq.b", "unobservable cq.c", "unsupported v1.a"}; !slices.Equal(listed, want) {
		t.Errorf("reservations %v, want %v", listed, want)
	}
	if again := bundle(t, private); !reflect.DeepEqual(again, b) {
		t.Error("the same run gives another bundle")
	}
}

// TestEveryByteCounts changes random bytes of a bundle's files, one at a time.
func TestEveryByteCounts(t *testing.T) {
	const seed, changes = 1, 1000
	private, public := keys(t)
	good := bundle(t, private)
	names := fileNames()
	random := rand.New(rand.NewPCG(seed, 0))
	changed := map[string]int{}
	for range changes {
		name := names[random.IntN(len(names))]
		b := maps.Clone(good)
		text := bytes.Clone(b[name])
		at, by := random.IntN(len(text)), byte(1+random.IntN(255))
		text[at] ^= by
		b[name] = text
		_, problems := Verify(b, public, suite(), reader(b))
		if len(problems) != 1 || problems[0].File != name {
			t.Errorf("byte %d of %s changed by %#02x: %v", at, name, by, problems)
		}
		changed[name]++
	}
	t.Logf("seed %d: %v", seed, changed)
}

// TestEveryByteOfTheEnvelopeCounts leaves no byte of the one file that no digest
// covers to chance.
func TestEveryByteOfTheEnvelopeCounts(t *testing.T) {
	private, public := keys(t)
	good := bundle(t, private)[EnvelopeFile]
	for at := range good {
		for _, by := range []byte{0x01, 0x20, 0x80} { // 0x20 is the other case of a letter
			text := bytes.Clone(good)
			text[at] ^= by
			if _, err := unseal(text, public); err == nil {
				t.Errorf("byte %d (%q) changed by %#02x goes unnoticed", at, good[at], by)
			}
		}
	}
	for at := range len(good) {
		if _, err := unseal(good[:at], public); err == nil {
			t.Errorf("the first %d bytes pass", at)
		}
	}
}

// forge changes a bundle's statement and signs it again.
func forge(t *testing.T, b Bundle, owner ed25519.PublicKey, key ed25519.PrivateKey,
	change func(statement, own map[string]any),
) Bundle {
	t.Helper()
	text, err := unseal(b[EnvelopeFile], owner)
	if err != nil {
		t.Fatal(err)
	}
	var st map[string]any
	if err := json.Unmarshal(text, &st); err != nil {
		t.Fatal(err)
	}
	change(st, st["predicate"].(map[string]any)[extension].(map[string]any))
	text, err = json.Marshal(st)
	if err != nil {
		t.Fatal(err)
	}
	forged := maps.Clone(b)
	forged[EnvelopeFile], err = seal(text, key)
	if err != nil {
		t.Fatal(err)
	}
	return forged
}

// TestForgedStatement shows that nothing is believed for being signed: what the
// signer's own key has signed must follow from the journal.
func TestForgedStatement(t *testing.T) {
	private, public := keys(t)
	other, _ := keys(t)
	good := bundle(t, private)
	predicate := func(st map[string]any) map[string]any { return st["predicate"].(map[string]any) }
	for name, c := range map[string]struct {
		key    ed25519.PrivateKey
		change func(st, own map[string]any)
		says   string
	}{
		"nothing changed": {private, func(_, _ map[string]any) {}, ""},
		"another key": {other, func(_, own map[string]any) {
			own["granted"] = []any{"core", "srq", "memory-window"}
		}, "signed with the key"},
		"a profile more": {private, func(_, own map[string]any) {
			own["granted"] = []any{"core", "srq", "memory-window"}
		}, ".predicate.ndconform.granted[2]"},
		"a profile less": {private, func(_, own map[string]any) {
			own["granted"] = []any{"core"}
		}, ".predicate.ndconform.granted[1]"},
		"a profile's verdict": {private, func(_, own map[string]any) {
			own["profiles"].([]any)[2].(map[string]any)["verdict"] = "pass"
		}, ".predicate.ndconform.profiles[2].verdict"},
		"a reservation less": {private, func(_, own map[string]any) {
			own["reservations"] = own["reservations"].([]any)[1:]
		}, ".predicate.ndconform.reservations"},
		"a reservation's reason": {private, func(_, own map[string]any) {
			own["reservations"].([]any)[0].(map[string]any)["message"] = ""
		}, ".predicate.ndconform.reservations[0].message"},
		"a failed spec as passed": {private, func(st, _ map[string]any) {
			predicate(st)["failedTests"] = []any{}
		}, ".predicate.failedTests[0]"},
		"the result": {private, func(st, _ map[string]any) {
			predicate(st)["result"] = "PASSED"
		}, ".predicate.result"},
		"the seed": {private, func(_, own map[string]any) { own["seed"] = "1" }, ".predicate.ndconform.seed"},
		"the version": {private, func(_, own map[string]any) {
			own["version"] = "v9.9.9"
		}, ".predicate.ndconform.version"},
		"the binary that ran": {private, func(_, own map[string]any) {
			own["binary"] = digest("other")
		}, ".predicate.ndconform.binary"},
		"another file said to have run": {private, func(st, _ map[string]any) {
			st["subject"].([]any)[0].(map[string]any)["annotations"] = map[string]any{linkedNote: true}
		}, ".subject is said to be the program that ran"},
		"a file as loaded": {private, func(_, own map[string]any) {
			own["loadedProvider"] = true
		}, ".predicate.ndconform.loadedProvider"},
		"a field more": {private, func(_, own map[string]any) {
			own["platinum"] = true
		}, ".predicate.ndconform.platinum"},
		"an unreleased build": {private, func(_, own map[string]any) {
			own["unreleased"] = []any{"x"}
		}, ".predicate.ndconform.unreleased"},
		"no extension": {private, func(st, _ map[string]any) {
			delete(predicate(st), extension)
		}, "has no field ndconform"},
		"another predicate": {private, func(st, _ map[string]any) {
			st["predicateType"] = "https://slsa.dev/provenance/v1"
		}, "a predicate of type"},
		"another statement": {private, func(st, _ map[string]any) {
			st["_type"] = "https://in-toto.io/Statement/v2"
		}, "wrong statement type"},
		"an older statement": {private, func(st, _ map[string]any) {
			st["_type"] = "https://in-toto.io/Statement/v0.1"
		}, "._type"},
		"no subject": {private, func(st, _ map[string]any) { st["subject"] = []any{} }, "at least one subject"},
		"two subjects": {private, func(st, _ map[string]any) {
			st["subject"] = append(st["subject"].([]any), st["subject"].([]any)[0])
		}, "2 subjects"},
		"a file not named": {private, func(_, own map[string]any) {
			own["files"] = own["files"].([]any)[1:]
		}, "it does not name run.journal"},
	} {
		b := forge(t, good, public, c.key, c.change)
		_, problems := Verify(b, public, suite(), reader(b))
		if c.says == "" {
			if len(problems) > 0 {
				t.Errorf("%s: %v", name, problems)
			}
			continue
		}
		if len(problems) != 1 || problems[0].File != EnvelopeFile || !strings.Contains(problems[0].Text, c.says) {
			t.Errorf("%s: %v, want %q", name, problems, c.says)
		}
	}
}

// resign makes a bundle's journal say what e says, and signs the new digests.
func resign(t *testing.T, b Bundle, e *Evidence, private ed25519.PrivateKey, public ed25519.PublicKey) Bundle {
	t.Helper()
	b = maps.Clone(b)
	b[JournalFile] = journal(t, e)
	return forge(t, b, public, private, func(_, own map[string]any) {
		var files []any
		for _, f := range b.files() {
			files = append(files, map[string]any{"name": f.Name, "sha256": f.SHA256})
		}
		own["files"] = files
	})
}

// TestForgedJournal signs a journal that the reports do not follow from, and ones
// that are of no whole run.
func TestForgedJournal(t *testing.T) {
	private, public := keys(t)
	good := bundle(t, private)
	for name, c := range map[string]struct {
		change func(*Evidence)
		says   []string
	}{
		"a verdict": {func(e *Evidence) {
			e.Run.Specs[3].Verdict, e.Run.Specs[3].Message = reports.Pass, ""
		}, []string{"report.json: it does not follow"}},
		"a missing spec": {func(e *Evidence) {
			e.Plan = e.Plan[1:]
		}, []string{"run.journal: the plan lacks 1 spec of the suite: cq.a"}},
		"an extra spec": {func(e *Evidence) {
			e.Plan = append(e.Plan, reports.Spec{ID: "z"})
		}, []string{"run.journal: the plan has 1 spec that the suite does not have: z"}},
		"a spec twice": {func(e *Evidence) {
			e.Plan = append(e.Plan, e.Plan[0])
		}, []string{"run.journal: the plan lists 8 specs; the suite has 7"}},
		"specs in disorder": {func(e *Evidence) {
			e.Plan[0], e.Plan[1] = e.Plan[1], e.Plan[0]
		}, []string{"run.journal: the plan is in another order than the suite: cq.b is where cq.a belongs"}},
		"a claim less": {func(e *Evidence) {
			e.Plan[0].Requirements = nil
		}, []string{"run.journal: the plan says of cq.a what the suite does not"}},
		"a result's claim": {func(e *Evidence) {
			e.Run.Specs[0].Requirements = []string{"cq.b"}
		}, []string{"run.journal: the report says of cq.a what the suite does not"}},
		"another suite": {func(e *Evidence) {
			e.Run.Environment.Suite = digest("other")
		}, []string{"run.journal: the run is of another suite"}},
		"another catalogue": {func(e *Evidence) {
			e.Run.Environment.Catalogue = ""
		}, []string{"run.journal: the run is of another suite"}},
		"a failure": {func(e *Evidence) {
			e.Run.Specs[0].Verdict = reports.Fail
		}, []string{"run.journal: the run is not conformant: 1 spec failed: cq.a"}},
		"a run of a shard": {func(e *Evidence) { e.Run.Shard = "1/2" }, []string{"run.journal: the run was of shard 1/2"}},
		"a run that was cut": {func(e *Evidence) {
			e.Run.Incomplete = "cut off"
		}, []string{"run.journal: the run is incomplete: cut off"}},
	} {
		e := findings(t, unchanged)
		c.change(e)
		b := resign(t, good, e, private, public)
		_, problems := Verify(b, public, suite(), reader(b))
		if len(problems) != len(c.says) {
			t.Errorf("%s: %v, want %q", name, problems, c.says)
			continue
		}
		for i, p := range problems {
			if !strings.HasPrefix(p.String(), c.says[i]) {
				t.Errorf("%s: %v, want %q", name, p, c.says[i])
			}
		}
	}
}

func TestOtherRelease(t *testing.T) {
	private, public := keys(t)
	b := bundle(t, private)
	newer := suite()
	newer.Environment.Version, newer.Catalogue = "v1.3.0", slices.Clone(newer.Catalogue)
	if _, problems := Verify(b, public, newer, reader(b)); len(problems) > 0 {
		t.Errorf("a release with the same suite: %v", problems)
	}
	newer.Catalogue[0].Method = "Other" // as if pages were laid out anew
	if _, problems := Verify(b, public, newer, reader(b)); len(problems) > 0 {
		t.Errorf("a release that writes other pages: %v", problems)
	}
	newer.Catalogue[2].Profile = requirement.Microsoft // as if reports had other numbers
	_, problems := Verify(b, public, newer, reader(b))
	if want := "report.json: it does not follow from the journal as this release, v1.3.0, writes it; the certificate is " +
		"of v1.2.3"; len(problems) != 1 ||
		!strings.Contains(problems[0].String(), want) {
		t.Errorf("%v", problems)
	}
}

// TestForgedPages shows that a page or a JUnit report other than the signed one is
// refused by its digest, whatever it says.
func TestForgedPages(t *testing.T) {
	private, public := keys(t)
	for _, name := range []string{htmlFile, junitFile} {
		b := bundle(t, private)
		b[name] = bytes.Replace(b[name], []byte("cq.a"), []byte("cq.z"), 1)
		_, problems := Verify(b, public, suite(), reader(b))
		if len(problems) != 1 || problems[0].File != name || !strings.Contains(problems[0].Text, "its SHA-256 is") {
			t.Errorf("another %s: %v", name, problems)
		}
	}
}

func TestMissingFiles(t *testing.T) {
	private, public := keys(t)
	for _, name := range fileNames() {
		b := bundle(t, private)
		delete(b, name)
		if _, problems := Verify(b, public, suite(), reader(b)); !slices.Equal(problems, []Problem{{name, "it is missing"}}) {
			t.Errorf("%s: %v", name, problems)
		}
	}
}
