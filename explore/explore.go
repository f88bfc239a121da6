package explore

import (
	"context"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/program"
)

// Options say how to explore.
type Options struct {
	// Seed decides the programs: the same seed, the same programs.
	Seed uint64
	// For ends the exploration after a time, Programs after a number of programs; 0 is no
	// limit, and of both it is one program. Shrinking what was found comes on top of the
	// time.
	For      time.Duration
	Programs int
	// First is the number of the first program, of an exploration that goes on.
	First int
	// Findings ends the exploration after so many; 0 is 1. Findings that name the same
	// rules count once.
	Findings int
	// Lanes is how many client threads programs have; every other one has one. 0 is 2.
	Lanes int
	// TimeoutScale multiplies every limit of time; 0 is 1.
	TimeoutScale float64
	// Repeats is how often a shrunk program is carried out to measure its rate; 0 is 10.
	Repeats int
	// Known are the rules of findings that were found before, which count no more.
	Known [][]string
	// Told, if not nil, is called between programs, at most once a second and in a sixtieth
	// of the time that it has lasted, with what the exploration has come to so far.
	Told func(Result) `json:"-"`
	// Began, if not nil, is called before each program, by one goroutine at a time: what a
	// process that ends was in.
	Began func(program.Program) `json:"-"`
	// Found, if not nil, is called with each finding before it is shrunk.
	Found func(Finding) `json:"-"`
	// Shrunk, if not nil, is called with each finding when it has been.
	Shrunk func(Finding) `json:"-"`
	// Alive, if not nil, is called before each program that is carried out while one is
	// shrunk or repeated.
	Alive func() `json:"-"`
	// Before, if not nil, is called before each call of a program that is replayed, with what
	// it is and which rules it breaks if it never returns; by lanes at the same time.
	Before func(what, rules string) `json:"-"`
}

// An Opener opens the two ends afresh. The caller closes what it gives.
type Opener = drive.Opener

// Open returns the opener of a provider and its peer, selectors as of
// providers.ParseSelector. Without a peer the other end is the provider's own.
func Open(provider, peer string) (Opener, error) { return drive.Open(provider, peer) }

// ErrRefused is the error of a provider that does not open as configured.
var ErrRefused = drive.ErrRefused

// Run explores until a limit of the options is reached or ctx is done. The error is of
// opening the ends, or of the harness; what the provider does wrong is a finding.
func Run(ctx context.Context, open Opener, o Options) (Result, error) {
	return newExplorer(open, o).run(ctx)
}

// Replay carries a program out on freshly opened ends. It returns nil if nothing is
// found.
func Replay(ctx context.Context, open Opener, p program.Program, o Options) (*Finding, error) {
	return newExplorer(open, o).replay(ctx, p)
}
