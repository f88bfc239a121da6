package reports

import "time"

// A Run is one run of the suite against one provider. Its JSON form is the JSON
// report.
type Run struct {
	// Started is in UTC.
	Started time.Time `json:"started"`
	// Seconds is how long the run took.
	Seconds float64 `json:"seconds"`
	// Provider and Peer are selectors as the user wrote them; Peer is empty when
	// the provider is its own peer.
	Provider string `json:"provider"`
	Peer     string `json:"peer,omitempty"`
	// Filters and Profiles are what the user selected by; none is everything.
	Filters  []string `json:"filters,omitempty"`
	Profiles []string `json:"profiles,omitempty"`
	// Seed gives the order of the specs.
	Seed int64 `json:"seed"`
	// TimeoutScale multiplies every limit of time.
	TimeoutScale float64     `json:"timeoutScale,omitempty"`
	Environment  Environment `json:"environment"`
	// Specs are the selected ones, sorted by id.
	Specs []Spec `json:"specs"`
	// Requirements are those that Specs claim, sorted by id.
	Requirements []Requirement `json:"requirements"`
	// Incomplete says why the run did not reach its end; empty if it did.
	Incomplete string `json:"incomplete,omitempty"`
}

// Environment is where a run took place, and of what versions.
type Environment struct {
	// Program is the name of the binary, and Version its release.
	Program string `json:"program"`
	Version string `json:"version"`
	// ProviderVersion and PeerVersion are what the instances say of themselves.
	ProviderVersion string `json:"providerVersion,omitempty"`
	PeerVersion     string `json:"peerVersion,omitempty"`
	Host            string `json:"host,omitempty"`
	OS              string `json:"os"`
	Arch            string `json:"arch"`
	Go              string `json:"go"`
	CPUs            int    `json:"cpus"`
}

// A Spec is what became of one spec.
type Spec struct {
	// ID is stable from release to release: "cq.notify.nd-pending", with
	// "/variant" where several specs claim that requirement first.
	ID    string `json:"id"`
	Title string `json:"title"`
	// Package is the surface that the spec is about: nd2, nd1 or ndk.
	Package string `json:"package,omitempty"`
	// Requirements are the ids that the spec claims.
	Requirements []string `json:"requirements"`
	Verdict      Verdict  `json:"verdict"`
	// Message says why the verdict is not a plain pass. Its first line stands
	// for itself.
	Message string `json:"message"`
	// Notes are what was recorded and judges nobody.
	Notes []string `json:"notes,omitempty"`
	// Trace lists the calls made, or the stack of a crash.
	Trace string `json:"trace,omitempty"`
	// Place is the spec's file and line.
	Place   string  `json:"place,omitempty"`
	Seconds float64 `json:"seconds"`
}

// A Requirement is what a run says of one entry of the catalogue, with what a
// reader of a failure needs of the entry.
type Requirement struct {
	ID      string  `json:"id"`
	Verdict Verdict `json:"verdict"`
	Level   string  `json:"level,omitempty"`
	Profile string  `json:"profile,omitempty"`
	Rule    string  `json:"rule,omitempty"`
	Source  string  `json:"source,omitempty"`
	Ruling  string  `json:"ruling,omitempty"`
}

// Count gives the number of specs with each verdict.
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

// Conformant reports whether the run reached its end, judged something, and
// found nothing broken.
func (r *Run) Conformant() bool {
	count := r.Count()
	return r.Incomplete == "" && r.Judged() > 0 && count[Fail] == 0 && count[Error] == 0
}

// requirement finds what the run says of id; an id that it does not list comes
// back with the id alone.
func (r *Run) requirement(id string) Requirement {
	for _, q := range r.Requirements {
		if q.ID == id {
			return q
		}
	}
	return Requirement{ID: id}
}
