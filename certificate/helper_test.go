package certificate

import (
	"crypto/ed25519"
	"encoding/json"
	"testing"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

func entry(id string, profile requirement.Profile) requirement.Entry {
	return requirement.Entry{
		ID: id, Interface: "IND2CompletionQueue", Method: "Notify", Level: requirement.Must,
		Profile: profile, Source: "a page", Rule: "A rule.",
	}
}

var catalogue = []requirement.Entry{
	entry("cq.a", requirement.Core), entry("cq.b", requirement.Core), entry("cq.c", requirement.Core),
	entry("mw.a", requirement.MemoryWindow), entry("srq.a", requirement.SRQ), entry("srq.b", requirement.SRQ),
	entry("v1.a", requirement.ND1),
}

// verdicts are those of a run that qualifies and has every verdict that one can
// have.
var verdicts = map[string]reports.Verdict{
	"cq.a": reports.Pass, "cq.b": reports.Warn, "cq.c": reports.Unobservable,
	"mw.a": reports.Waived, "srq.a": reports.Pass, "srq.b": reports.Pass, "v1.a": reports.Unsupported,
}

func suite() *Suite {
	s := &Suite{
		Catalogue: catalogue,
		Environment: reports.Environment{
			Version: "v1.2.3", Commit: "0123456789abcdef0123456789abcdef01234567",
			Catalogue: digest("catalogue"), Suite: digest("suite"),
		},
	}
	for _, e := range catalogue {
		s.Specs = append(s.Specs,
			reports.Spec{
				ID: e.ID, Title: "does " + e.ID, Package: "nd2", Place: "spec/cq.go:1", Requirements: []string{e.ID},
				Verdict: reports.NotRun,
			})
	}
	return s
}

func digest(text string) string { return sha256Of([]byte(text)) }

// findings returns a run that qualifies, as change leaves it.
func findings(t *testing.T, change func(*reports.Run)) *Evidence {
	t.Helper()
	at := time.Date(2026, 3, 1, 12, 0, 0, 1, time.UTC)
	run := &reports.Run{
		Started: at, Ended: at.Add(time.Second), Seconds: 1, Provider: "acme,device=acme0,mtu=4096", Peer: "ref",
		Seed: 1<<62 + 1, TimeoutScale: 1, Environment: suite().Environment,
	}
	run.Environment.Program, run.Environment.ProviderVersion = "acme-conform", "7.1"
	run.Environment.Binary, run.Environment.BuildID = digest("acme-conform"), "action/content"
	for _, s := range suite().Specs {
		s.Verdict = verdicts[s.ID]
		if s.Verdict != reports.Pass {
			s.Message = "because of <" + s.ID + ">\nand more"
		}
		run.Specs = append(run.Specs, s)
	}
	change(run)
	run.Requirements = reports.Summarize(run.Specs, func(string) reports.Requirement {
		return reports.Requirement{Level: "MUST"}
	})
	e := &Evidence{Run: run, Plan: suite().Specs}
	e.Journal = journal(t, e)
	return e
}

func unchanged(*reports.Run) {}

// journal stands for a run's journal: all that the other fields hold.
func journal(t *testing.T, e *Evidence) []byte {
	t.Helper()
	text, err := json.Marshal(Evidence{Run: e.Run, Plan: e.Plan})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// reader reads the journal of a bundle.
func reader(b Bundle) func() (*Evidence, error) {
	return func() (*Evidence, error) {
		var e Evidence
		err := json.Unmarshal(b[JournalFile], &e)
		e.Journal = b[JournalFile]
		return &e, err
	}
}

func keys(t *testing.T) (ed25519.PrivateKey, ed25519.PublicKey) {
	t.Helper()
	a, b, err := GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	private, err := ParsePrivateKey(a)
	if err != nil {
		t.Fatal(err)
	}
	public, err := ParsePublicKey(b)
	if err != nil {
		t.Fatal(err)
	}
	return private, public
}

var provider = Subject{Name: "acme.dll", SHA256: digest("acme"), BuildID: "b-1"}

func bundle(t *testing.T, key ed25519.PrivateKey) Bundle {
	t.Helper()
	b, err := New(findings(t, unchanged), suite(), provider, key)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
