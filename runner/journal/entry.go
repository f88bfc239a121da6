package journal

import (
	"strings"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/waivers"
)

// Version is the format of the journals that this package writes; it reads no other.
const Version = 1

// A Spec is one spec of a plan.
type Spec struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Requirements are the ids that the spec claims, the one it is named after
	// first.
	Requirements []string `json:"requirements"`
	// Package is the surface that the spec tests: nd2, nd1 or ndk.
	Package string `json:"package,omitempty"`
	// Place is the file and line.
	Place string `json:"place,omitempty"`
}

// File returns the file that the spec is in, or its entry in a table.
func (s Spec) File() string {
	file, _, _ := strings.Cut(s.Place, ":")
	return file
}

// A Header is the first line of a journal.
type Header struct {
	Version int `json:"journal"`
	// Provider, Peer, Filters, Profiles, Seed, Challenge, TimeoutScale and Strict are as in
	// reports.Run.
	Provider string   `json:"provider"`
	Peer     string   `json:"peer,omitempty"`
	Filters  []string `json:"filters,omitempty"`
	Profiles []string `json:"profiles,omitempty"`
	Seed     int64    `json:"seed"`
	reports.Drawing
	Challenge    string  `json:"challenge,omitempty"`
	TimeoutScale float64 `json:"timeoutScale"`
	Strict       bool    `json:"strict,omitempty"`
	// Of Conduct, Shards and Resumed are not in a header: they follow from the entries.
	reports.Conduct
	// Shard is the part of the plan that is run; zero is all of it.
	Shard   Shard     `json:"shard,omitzero"`
	Started time.Time `json:"started"`
	// Environment names the suite, the machine and the command line.
	Environment reports.Environment `json:"environment"`
	// Waivers are those that were in force, whole, so that a report needs no
	// other file.
	Waivers []waivers.Waiver `json:"waivers,omitempty"`
	// Plan is what was selected, sorted by id, other shards' specs included.
	Plan []Spec `json:"plan"`
	// Exploration is what was asked for, if the run explores with generated programs. Its
	// plan is one spec, which claims nothing; findings are not planned.
	Exploration *Exploration `json:"exploration,omitempty"`
	// Watch is the program and its arguments, if the run is of one with the validation layer around its
	// provider. Its plan is one spec, which claims nothing; findings are not planned.
	Watch []string `json:"watch,omitempty"`
}

// OfSuite reports whether the run is of the suite's specs, and no exploration and no program that is watched.
func (h Header) OfSuite() bool { return h.Exploration == nil && h.Watch == nil }

// An Exploration says how long to explore, as explore.Options does, and what to look
// for.
type Exploration struct {
	For      time.Duration `json:"for,omitempty"`
	Programs int           `json:"programs,omitempty"`
	Lanes    int           `json:"lanes,omitempty"`
	Findings int           `json:"findings"`
	// Beside selects the provider that makes the same calls; empty if none does.
	Beside string `json:"beside,omitempty"`
	// Soak replaces the programs with traffic on long-lived connections, over Pairs queue pairs.
	Soak  bool `json:"soak,omitempty"`
	Pairs int  `json:"pairs,omitempty"`
}

// Kind says what happened.
type Kind string

// The kinds of entry.
const (
	Opened             Kind = "opened"     // a worker has opened the providers
	Started            Kind = "started"    // a spec starts
	Ended              Kind = "ended"      // a spec has been judged; a later verdict replaces it
	PrerequisiteFailed Kind = "fallen"     // a step fails that many specs build on
	Found              Kind = "found"      // generated programs, or the validation layer, have found something
	Explored           Kind = "explored"   // how far generated programs have come
	Watched            Kind = "watched"    // what is known of a program that is watched
	Loaded             Kind = "loaded"     // the provider's process was seen to have files of code
	Incomplete         Kind = "incomplete" // something keeps the run from being whole
	Resumed            Kind = "resumed"    // another process goes on with the run
	Finished           Kind = "finished"   // no more entries follow, unless the run is resumed
)

// An Entry is any other line of a journal.
type Entry struct {
	Kind Kind      `json:"event"`
	At   time.Time `json:"at"`
	// Worker numbers the workers that run side by side, from 1.
	Worker int `json:"worker,omitempty"`
	// Text is the id of the spec in Started, the prerequisite in PrerequisiteFailed, and the reason
	// in Incomplete.
	Text string `json:"text,omitempty"`
	// Lasting says of Incomplete that going on with the run does not make up for it: the fault is in what has been run,
	// not in what is left.
	Lasting bool `json:"lasting,omitempty"`
	// Spec belongs to Ended and Found; in Fallen it is the spec that has seen the
	// ground fall.
	Spec *reports.Spec `json:"spec,omitempty"`
	// Explored belongs to Explored, and covers everything since the beginning.
	Explored *reports.Exploration `json:"explored,omitempty"`
	// Watched belongs to Watched, and replaces what was known before.
	Watched *reports.Watched `json:"watched,omitempty"`
	// Machine belongs to Resumed: the machine on which the run goes on; nil means the
	// same one as before.
	Machine *reports.Machine `json:"machine,omitempty"`
	// Inputs belong to Resumed, too: what this part of the run goes by besides its command line.
	Inputs []reports.Input `json:"inputs,omitempty"`
	// Shard belongs to Resumed, too: the part of the plan whose own journal was merged into this one.
	Shard Shard `json:"shard,omitzero"`
	// Target belongs to Opened.
	Target *Target `json:"target,omitempty"`
	// Code belongs to Loaded.
	Code []reports.CodeFile `json:"code,omitempty"`
}

// A Target is what the providers and their adapters say of themselves.
type Target struct {
	ProviderVersion string `json:"providerVersion"`
	PeerVersion     string `json:"peerVersion,omitempty"`
	// ProviderFile and ProviderSHA256 name the file that the provider was loaded from, if it
	// has its own file.
	ProviderFile   string `json:"providerFile,omitempty"`
	ProviderSHA256 string `json:"providerSHA256,omitempty"`
	// ProviderHost and PeerHost are set for machines other than the supervisor's.
	ProviderHost *reports.Host    `json:"providerHost,omitempty"`
	PeerHost     *reports.Host    `json:"peerHost,omitempty"`
	Adapter      *nd2.AdapterInfo `json:"adapter,omitempty"`
	PeerAdapter  *nd2.AdapterInfo `json:"peerAdapter,omitempty"`
}
