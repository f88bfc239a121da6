package certificate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	testresult "github.com/in-toto/attestation/go/predicates/test_result/v0"
	intoto "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/ndconform/ndconform/reports"
)

const (
	predicateType = "https://in-toto.io/attestation/test-result/v0.1"
	// extension is the predicate's field that holds the [Certificate].
	extension = "ndconform"
	module    = "pkg:golang/github.com/ndconform/ndconform"
)

// The subject's annotations.
const (
	buildIDNote = "buildID"
	linkedNote  = "linkedProvider"
)

// statement returns what is certified of a run, as in-toto's JSON. The same findings
// always make the same bytes.
func statement(e *Evidence, s *Suite, what Subject, files []File) ([]byte, error) {
	c := certify(e.Run, s, files)
	predicate, err := structOf(resultOf(e.Run, c))
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	more := &structpb.Value{}
	if err := protojson.Unmarshal(text, more); err != nil {
		return nil, err
	}
	predicate.Fields[extension] = more
	st := &intoto.Statement{
		Type: intoto.StatementTypeUri, Subject: []*intoto.ResourceDescriptor{what.descriptor()},
		PredicateType: predicateType, Predicate: predicate,
	}
	if err := st.Validate(); err != nil {
		return nil, err
	}
	return compact(protojson.Marshal(st))
}

// compact removes the spaces that protojson adds at random.
func compact(text []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Compact(&b, text)
	return b.Bytes(), err
}

func structOf(r *testresult.TestResult) (*structpb.Struct, error) {
	text, err := protojson.Marshal(r)
	if err != nil {
		return nil, err
	}
	s := &structpb.Struct{}
	return s, protojson.Unmarshal(text, s)
}

func (s Subject) descriptor() *intoto.ResourceDescriptor {
	d := &intoto.ResourceDescriptor{Name: s.Name, Digest: map[string]string{"sha256": s.SHA256}}
	notes := map[string]*structpb.Value{}
	if s.BuildID != "" {
		notes[buildIDNote] = structpb.NewStringValue(s.BuildID)
	}
	if s.Linked {
		notes[linkedNote] = structpb.NewBoolValue(true)
	}
	if len(notes) > 0 {
		d.Annotations = &structpb.Struct{Fields: notes}
	}
	return d
}

// resultOf fills in the predicate's own fields. A waived spec counts as failed; a spec without a judgement is in no
// list.
func resultOf(run *reports.Run, c *Certificate) *testresult.TestResult {
	suite := &intoto.ResourceDescriptor{Name: "ndconform", Uri: module + "@" + c.Version}
	if len(c.Commit) == 40 {
		suite.Digest = map[string]string{"gitCommit": c.Commit}
	}
	r := &testresult.TestResult{
		Result: "PASSED",
		Configuration: []*intoto.ResourceDescriptor{
			suite,
			{Name: "catalogue", Digest: map[string]string{"sha256": c.Catalogue}},
			{Name: "suite", Digest: map[string]string{"sha256": c.Suite}},
			{Name: c.Program, Digest: map[string]string{"sha256": c.Binary}},
		},
		PassedTests: with(run, reports.Pass), WarnedTests: with(run, reports.Warn), FailedTests: with(run, reports.Waived),
	}
	switch {
	case len(r.FailedTests) > 0:
		r.Result = "FAILED"
	case len(r.WarnedTests) > 0:
		r.Result = "WARNED"
	}
	return r
}

// certify returns the rest of what is certified of a run.
func certify(run *reports.Run, s *Suite, files []File) *Certificate {
	env := run.Environment
	provider, options, _ := strings.Cut(run.Provider, ",")
	profiles := reports.Profiles(run, s.Catalogue)
	c := &Certificate{
		Version: env.Version, Commit: env.Commit, Unreleased: Unreleased(env), Program: env.Program, Binary: env.Binary,
		BuildID:   env.BuildID,
		Loaded:    env.ProviderSHA256 != "",
		Code:      env.Code,
		Catalogue: env.Catalogue, Suite: env.Suite, Specs: len(run.Specs),
		Provider: provider, ProviderVersion: env.ProviderVersion, Options: options, Peer: run.Peer,
		PeerVersion: env.PeerVersion, Machines: machines(run),
		Seed: strconv.FormatInt(run.Seed, 10), Drawing: run.Drawing, Challenge: run.Challenge, TimeoutScale: run.TimeoutScale,
		Started: run.Started, Ended: run.Ended,
		Codes: run.Codes, Strict: run.Strict, Conduct: run.Conduct, Inputs: env.Inputs,
		Granted: grants(profiles), Profiles: profiles, Reservations: reservations(run), Files: files,
	}
	c.Attestation, c.Attested = reports.Attested(env, run.Provider, run.Peer)
	return c
}

// machines lists where the run took place. If it was on one machine, all specs count as
// judged there.
func machines(run *reports.Run) []Machine {
	var list []Machine
	for _, m := range run.Places() {
		list = append(list, Machine{
			Host: m.Host, Kernel: m.Kernel, Processor: m.Processor, CPUs: m.CPUs, RDMA: m.RDMA,
			ProviderVersion: m.ProviderVersion, PeerVersion: m.PeerVersion, ProviderHost: m.ProviderHost, PeerHost: m.PeerHost,
		})
	}
	for _, s := range run.Specs {
		if at := max(s.Machine, 1); at <= len(list) {
			list[at-1].Specs++
		}
	}
	return list
}

// reservations lists the specs that did not simply pass, the weightiest first.
func reservations(run *reports.Run) []Reservation {
	list := []Reservation{}
	for _, s := range run.Specs {
		if s.Verdict != reports.Pass {
			list = append(list, Reservation{s.Verdict, s.ID, s.Requirements, s.Message})
		}
	}
	weight := func(r Reservation) int { return slices.Index(reports.Verdicts(), r.Verdict) }
	slices.SortStableFunc(list, func(a, b Reservation) int { return cmp.Compare(weight(a), weight(b)) })
	return list
}

func sha256Of(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
