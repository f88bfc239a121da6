package certificate

import (
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

// Evidence is what a journal says.
type Evidence struct {
	// Journal is the text of the file.
	Journal []byte
	Run     *reports.Run
	// Plan lists the specs that, according to the journal, were to be run, without
	// verdicts.
	Plan []reports.Spec
}

// A Suite is what a run is compared with: all the specs and rules that there are.
type Suite struct {
	// Environment names the build, and the digests of Catalogue and Specs.
	Environment reports.Environment
	// Specs have no verdicts, and are sorted by id.
	Specs     []reports.Spec
	Catalogue []requirement.Entry
}

// A Subject is what was tested.
type Subject struct {
	// Name is the file's, without its folder.
	Name string `json:"name"`
	// SHA256 is the digest of the file, in hex.
	SHA256 string `json:"sha256"`
	// BuildID is the name that the linker gave the file, if known.
	BuildID string `json:"buildID,omitempty"`
	// Linked says that the file is the whole test program, which the provider is
	// linked into; see [Ran].
	Linked bool `json:"linkedProvider,omitempty"`
}

// Ran returns the subject that a run has according to its journal, unless the user
// names another: the file that the provider was loaded from, or the program that ran.
func Ran(run *reports.Run) Subject {
	e := run.Environment
	if e.ProviderSHA256 != "" {
		return Subject{Name: e.ProviderFile, SHA256: e.ProviderSHA256}
	}
	return Subject{Name: e.Program, SHA256: e.Binary, BuildID: e.BuildID, Linked: true}
}

// A Certificate is what a statement says for which the test-result predicate has no
// field.
type Certificate struct {
	// Version and Commit are those of the suite that ran.
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	// Unreleased says why it can't be told what the suite was built from; it is
	// empty for a release and for a clean build.
	Unreleased []string `json:"unreleased,omitempty"`
	// Attestation says whose program judged, and Attested what makes it so.
	Attestation reports.Attestation `json:"attestation"`
	Attested    string              `json:"attested"`
	// Program is the name of the binary that ran, and Binary its SHA-256, whatever
	// the subject is. BuildID is the name that the linker gave the binary, if
	// known.
	Program string `json:"program"`
	Binary  string `json:"binary"`
	// Loaded says that the subject is the file that the suite's own program loaded the
	// provider from, as the program itself saw it. If it is false, and the subject is
	// not the program either, there is only the signer's word that this is the file.
	Loaded  bool   `json:"loadedProvider,omitempty"`
	BuildID string `json:"buildID,omitempty"`
	// Code lists the files of code that the provider's own process was seen to have beside the subject, if it had one.
	Code []reports.CodeFile `json:"code,omitempty"`
	// Catalogue and Suite are SHA-256 digests of all rules and of all specs.
	Catalogue string `json:"catalogue"`
	Suite     string `json:"suite"`
	// Specs counts the specs that were run: all that there are.
	Specs int `json:"specs"`

	// Provider is a registered name, and Options are what followed it. Peer is a
	// selector; it is empty if the provider was its own peer.
	Provider        string `json:"provider"`
	ProviderVersion string `json:"providerVersion,omitempty"`
	Options         string `json:"options,omitempty"`
	Peer            string `json:"peer,omitempty"`
	PeerVersion     string `json:"peerVersion,omitempty"`

	// Machines are those that the run was on, in the order in which it came to them. Where a
	// machine has a version of the provider other than ProviderVersion, its firmware or its
	// system differs: there is only one provider.
	Machines []Machine `json:"machines"`

	// Seed is decimal text, since JSON's numbers can't hold every seed.
	Seed string `json:"seed"`
	reports.Drawing
	// Challenge is what the seed follows from, if the run answers one.
	Challenge    string    `json:"challenge,omitempty"`
	TimeoutScale float64   `json:"timeoutScale"`
	Started      time.Time `json:"started"`
	Ended        time.Time `json:"ended"`

	// Codes counts how the documented codes were answered. Strict says that no other
	// failure was accepted in place of a documented one.
	Codes  reports.Codes `json:"codes,omitzero"`
	Strict bool          `json:"strict,omitempty"`
	reports.Conduct
	// Inputs are what the run went by besides its command line.
	Inputs []reports.Input `json:"inputs,omitempty"`

	// Granted names the profiles that the certificate grants, core first.
	Granted []string `json:"granted"`
	// Profiles say where the run stands in each profile, and how many of its MUST rules
	// were kept, could not be observed and are not claimed.
	Profiles []reports.Profile `json:"profiles"`
	// Reservations lists every spec with another verdict than pass, the waived
	// first.
	Reservations []Reservation `json:"reservations"`
	// Files are those of the bundle, except the envelope.
	Files []File `json:"files"`
}

// A Machine is where the run, or a part of it, took place.
type Machine struct {
	Host      string               `json:"host,omitempty"`
	Kernel    string               `json:"kernel,omitempty"`
	Processor string               `json:"processor,omitempty"`
	CPUs      int                  `json:"cpus"`
	RDMA      []reports.RDMADevice `json:"rdma,omitempty"`
	// ProviderVersion and PeerVersion are what the instances said of themselves there.
	ProviderVersion string `json:"providerVersion,omitempty"`
	PeerVersion     string `json:"peerVersion,omitempty"`
	// ProviderHost and PeerHost are the other machines that an agent served them on.
	ProviderHost *reports.Host `json:"providerHost,omitempty"`
	PeerHost     *reports.Host `json:"peerHost,omitempty"`
	// Specs counts the specs that were judged there.
	Specs int `json:"specs"`
}

// A Reservation is a spec that did not simply pass.
type Reservation struct {
	Verdict      reports.Verdict `json:"verdict"`
	Spec         string          `json:"spec"`
	Requirements []string        `json:"requirements"`
	Message      string          `json:"message"`
}

// A File is a file of the bundle.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}
