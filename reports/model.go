package reports

import (
	"time"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
)

// A Run is one run of the suite against one provider. Its JSON form is the JSON
// report.
type Run struct {
	// Started is in UTC.
	Started time.Time `json:"started"`
	// Ended is when the last event happened.
	Ended time.Time `json:"ended,omitzero"`
	// Seconds is how long the run took, without the time between its parts if it
	// was resumed.
	Seconds float64 `json:"seconds"`
	// Provider and Peer are selectors as the user wrote them; Peer is empty when
	// the provider is its own peer.
	Provider string `json:"provider"`
	Peer     string `json:"peer,omitempty"`
	// Filters and Profiles are what the user selected by; without any, everything is
	// selected.
	Filters  []string `json:"filters,omitempty"`
	Profiles []string `json:"profiles,omitempty"`
	// Shard is the part of the selection that was run, as in 2/3; empty means all of
	// it.
	Shard string `json:"shard,omitempty"`
	// Seed decides the order of the specs, and what they choose at random.
	Seed int64 `json:"seed"`
	Drawing
	// Challenge is what Seed follows from, by [SeedOf], if the run answers one.
	Challenge string `json:"challenge,omitempty"`
	// TimeoutScale multiplies every limit of time.
	TimeoutScale float64 `json:"timeoutScale,omitempty"`
	// Strict says that a failure must be the documented one: a well-known failure
	// is not accepted in its place.
	Strict bool `json:"strict,omitempty"`
	Conduct
	Environment Environment `json:"environment"`
	// Machines are those that the run was on, in the order in which it came to them, if
	// it was on several; Environment then describes the first one.
	Machines []Machine `json:"machines,omitempty"`
	// Differences is what [DifferencesOf] returns; it is set in JSON reports.
	Differences []Difference `json:"differences,omitempty"`
	// Specs are the selected specs, sorted by id.
	Specs []Spec `json:"specs"`
	// Called is how many of the specs that did not fail called each method.
	Called map[string]int `json:"called,omitempty"`
	// Requirements are those that Specs claim, sorted by id.
	Requirements []Requirement `json:"requirements"`
	// Standings is what [Profiles] returns; it is set in JSON reports.
	Standings []Profile `json:"standings,omitempty"`
	// Codes counts how the documented codes were answered.
	Codes Codes `json:"codes,omitzero"`
	// Repeats says how steady the verdicts are, if the run is the last of several.
	Repeats *Repeats `json:"repeats,omitempty"`
	// Waivers are those about the provider, and what became of them.
	Waivers []Waiver `json:"waivers,omitempty"`
	// FailedPrerequisites are those that no spec passes on this provider.
	FailedPrerequisites []FailedPrerequisite `json:"fallen,omitempty"`
	// Causes is what [CausesOf] returns; it is set in JSON reports.
	Causes []Cause `json:"causes,omitempty"`
	// Explored is the result of generated programs, if the run is an exploration.
	Explored *Exploration `json:"explore,omitempty"`
	// Watched is the program that was run with the validation layer, if the run is of one.
	Watched *Watched `json:"watch,omitempty"`
	// Incomplete says why the run did not reach its end; empty if it did.
	Incomplete string `json:"incomplete,omitempty"`
}

// Environment says where a run took place, and with which versions.
type Environment struct {
	// Program is the name of the binary, and Version its release.
	Program string `json:"program"`
	Version string `json:"version"`
	// Commit is what the suite was built from, and Modified says that the files
	// were not as committed. Both are unknown to a binary that was not built in a
	// checkout.
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	// Binary is the SHA-256, in hex, of the program's file, with the suite and the
	// providers that are linked in. It is computed only for runs of the whole
	// suite, since no others can be certified. BuildID is the name that the linker
	// gave the file, if known.
	Binary  string `json:"binary,omitempty"`
	BuildID string `json:"buildID,omitempty"`
	// Catalogue and Suite are SHA-256 digests, in hex, of all rules and of the
	// ids and claims of all specs in the binary.
	Catalogue string `json:"catalogue,omitempty"`
	Suite     string `json:"suite,omitempty"`
	// CommandLine is the program and its arguments.
	CommandLine []string `json:"commandLine,omitempty"`
	// Inputs are what the run went by besides its command line, each part of it included if
	// it was resumed or merged.
	Inputs []Input `json:"inputs,omitempty"`
	// ProviderVersion and PeerVersion are what the instances say of themselves.
	ProviderVersion string `json:"providerVersion,omitempty"`
	PeerVersion     string `json:"peerVersion,omitempty"`
	// ProviderFile is the name of the file that the provider was loaded from, if it
	// has a separate file, and ProviderSHA256 is its digest in hex.
	ProviderFile   string `json:"providerFile,omitempty"`
	ProviderSHA256 string `json:"providerSHA256,omitempty"`
	// Code lists the files of code that the provider's own process was seen to have beside that file, if it had one.
	Code []CodeFile `json:"code,omitempty"`
	Host string     `json:"host,omitempty"`
	OS   string     `json:"os"`
	Arch string     `json:"arch"`
	Go   string     `json:"go"`
	CPUs int        `json:"cpus"`
	// Kernel is the release of the operating system, and Processor the model of the
	// processor.
	Kernel    string `json:"kernel,omitempty"`
	Processor string `json:"processor,omitempty"`
	// RDMA lists the host's RDMA devices, whether or not they were used.
	RDMA []RDMADevice `json:"rdma,omitempty"`
	// ProviderHost and PeerHost are the machines of providers that an agent serves.
	ProviderHost *Host `json:"providerHost,omitempty"`
	PeerHost     *Host `json:"peerHost,omitempty"`
	// Adapter and PeerAdapter are what IND2Adapter::Query returned for the adapter
	// under test and for the one at the other end.
	Adapter     *nd2.AdapterInfo `json:"adapter,omitempty"`
	PeerAdapter *nd2.AdapterInfo `json:"peerAdapter,omitempty"`
}

// A Host is another machine that took part in a run.
type Host struct {
	Name string `json:"name"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	// Kernel is the release of the operating system, and Version that of the suite on
	// the host.
	Kernel  string `json:"kernel,omitempty"`
	Version string `json:"version,omitempty"`
	// Provider is what was served there.
	Provider string `json:"provider,omitempty"`
	// ClockAhead is the host's clock less that of the machine that wrote the report, in seconds.
	ClockAhead float64 `json:"clockAhead"`
}

// An RDMADevice is an RDMA device as the operating system knows it.
type RDMADevice struct {
	Name     string `json:"name"`
	Firmware string `json:"firmware,omitempty"`
	Board    string `json:"board,omitempty"`
	Hardware string `json:"hardware,omitempty"`
}

// A Spec is what became of one spec.
type Spec struct {
	// ID is stable from release to release: "cq.notify.nd-pending", with
	// "/variant" where several specs claim that requirement first.
	ID    string `json:"id"`
	Title string `json:"title"`
	// Package is the surface that the spec tests: nd2, nd1 or ndk.
	Package string `json:"package,omitempty"`
	// Requirements are the ids that the spec claims.
	Requirements []string `json:"requirements"`
	Verdict      Verdict  `json:"verdict"`
	// Machine is the machine that judged the spec, as a place in the run's Machines,
	// from 1; it is 0 if the run was on one machine, or the spec was not run.
	Machine int `json:"machine,omitempty"`
	// Message says why the verdict is not a plain pass: each of the findings in one
	// line, if there are some.
	Message string `json:"message"`
	// Findings are what went wrong, or what is warned of, in the order in which it was
	// found.
	Findings []finding.Finding `json:"findings,omitempty"`
	// CauseSpec is the id of the spec that has shown why this one could not be run,
	// and CauseSays is what that spec has shown not to work.
	CauseSpec string `json:"because,omitempty"`
	CauseSays string `json:"vain,omitempty"`
	// Lacks is the method that ended the spec with a lack of resources, although it gave what it was
	// asked for before in the same process: whether it does may depend on what ran before.
	Lacks string `json:"lacks,omitempty"`
	// Given is what a failed spec was given that is not plain, as in "completion-queues=one,size=9".
	Given string `json:"given,omitempty"`
	// Prerequisites are those that a failed spec has begun, in order; ProbeRank is its place
	// among the probes, from 1, if it is one.
	Prerequisites []string `json:"grounds,omitempty"`
	ProbeRank     int      `json:"canary,omitempty"`
	// Called are the methods that a spec called that failed, as the documents name them; [Run.Called] counts the others'.
	Called []string `json:"called,omitempty"`
	// Answers are the statuses other than the preferred ones that were seen where
	// the documents name a code.
	Answers []Answer `json:"answers,omitempty"`
	// Notes are what was recorded without being judged.
	Notes []string `json:"notes,omitempty"`
	// Trace is the stack of a crash or a hang, or the last output of a process that
	// ended.
	Trace string `json:"trace,omitempty"`
	// Place is the spec's file and line.
	Place   string  `json:"place,omitempty"`
	Seconds float64 `json:"seconds"`
	// Program shows what was found, if generated programs have found it.
	Program *Program `json:"program,omitempty"`
	// Party is who breaks the rule, if the validation layer has found it: [ByProvider] or [ByProgram].
	Party string `json:"party,omitempty"`
}

// A FailedPrerequisite is a step that many specs build on, and that was seen to fail twice.
type FailedPrerequisite struct {
	Prerequisite string `json:"ground"`
	// Spec is the spec that saw it fail. It may not have been selected, but
	// run for the sake of others.
	Spec Spec `json:"spec"`
}

// A Requirement is what a run says of one entry of the catalogue, together with
// what a reader of a failure needs to know of the entry.
type Requirement struct {
	ID      string  `json:"id"`
	Verdict Verdict `json:"verdict"`
	Level   string  `json:"level,omitempty"`
	Profile string  `json:"profile,omitempty"`
	// Code is the documented status that the rule requires, if it requires one.
	Code   string `json:"code,omitempty"`
	Rule   string `json:"rule,omitempty"`
	Source string `json:"source,omitempty"`
	Ruling string `json:"ruling,omitempty"`
	// Since is the release that first had the rule, if that is not the first of all.
	Since string `json:"since,omitempty"`
	// Provisional says that the rule is a MUST that this release only warns of.
	Provisional bool `json:"provisional,omitempty"`
	// Rests is what the rule rests on besides Statements, if there is anything.
	Rests      string      `json:"rests,omitempty"`
	Statements []Statement `json:"statements,omitempty"`
}

// JudgesProfiles reports whether the run is of the suite: generated programs, and programs that are watched,
// judge no profile.
func (r *Run) JudgesProfiles() bool { return r.Explored == nil && r.Watched == nil }

// Count returns the number of specs with each verdict.
func (r *Run) Count() map[Verdict]int {
	count := map[Verdict]int{}
	for _, s := range r.Specs {
		count[s.Verdict]++
	}
	return count
}

// Judged counts the specs that ran to a judgement.
func (r *Run) Judged() int {
	judged := 0
	for _, s := range r.Specs {
		if s.Verdict.Judged() {
			judged++
		}
	}
	return judged
}

// Conformant reports whether the run reached its end, judged something, left nothing
// out, and found nothing broken.
func (r *Run) Conformant() bool {
	count := r.Count()
	return r.Incomplete == "" && r.Judged() > 0 && count[Fail] == 0 && count[Error] == 0 && count[NotRun] == 0 &&
		len(r.FailedPrerequisites) == 0
}

// Requirement returns what the run says of id; for an id that it does not list,
// only ID is set.
func (r *Run) Requirement(id string) Requirement {
	for _, q := range r.Requirements {
		if q.ID == id {
			return q
		}
	}
	return Requirement{ID: id}
}
