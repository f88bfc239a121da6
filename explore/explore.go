package explore

import (
	"context"
	"time"

	"github.com/ndconform/ndconform/explore/beside"
	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/program"
)

// Options say how to explore.
type Options struct {
	// Seed decides the programs: the same seed, the same programs.
	Seed uint64
	// For ends the exploration after a time, Programs after a number of programs; 0 means
	// no limit, but if both are 0, one program is carried out. Minimizing what was found
	// comes on top of the time.
	For      time.Duration
	Programs int
	// First is the number of the first program, if an earlier exploration is continued.
	First int
	// Findings ends the exploration after this number of findings; 0 means 1. Findings that
	// name the same rules count once, and those that name only SHOULDs, or a rule that is excused,
	// don't count.
	Findings int
	// Excused are patterns, as of path.Match, of the ids of rules that are known to be broken, or of
	// findings, which are a rule and "/explored".
	Excused []string
	// Lanes is how many client threads every other program has; the rest have one. 0
	// means 2.
	Lanes int
	// TimeoutScale multiplies every time limit; 0 means 1.
	TimeoutScale float64
	// Repeats is how often a minimized program is carried out to measure its rate; 0 means
	// 10.
	Repeats int
	// Known are the rules of earlier findings, which do not count again.
	Known [][]string
	// KnownBeside are those of earlier differences from the provider beside, likewise.
	KnownBeside []string
	// Beside, if not nil, makes the calls of each program of one thread on another provider, too.
	Beside *beside.Pair `json:"-"`
	// Progress, if not nil, is called between programs with the result up to now, at most once
	// a second, and less often the longer the exploration lasts: once in every sixtieth of
	// its time so far.
	Progress func(Result) `json:"-"`
	// Began, if not nil, is called before each program, by one goroutine at a time. If the
	// process ends, it tells in which program.
	Began func(program.Program) `json:"-"`
	// Found, if not nil, is called with each finding before it is minimized.
	Found func(Finding) `json:"-"`
	// Smaller, if not nil, is called whenever a smaller program shows the finding that is being minimized.
	Smaller func(Finding) `json:"-"`
	// Minimized, if not nil, is called with each finding when minimizing it has ended, or was cut short.
	Minimized func(Finding) `json:"-"`
	// Alive, if not nil, is called before each program that is carried out while
	// another is being minimized or repeated.
	Alive func() `json:"-"`
	// Before, if not nil, is called before each call of a replayed program, with the call in
	// words and the rules that it breaks if it never returns; lanes call it concurrently.
	Before func(what, rules string) `json:"-"`
}

// An Opener opens the two ends afresh. The caller closes them.
type Opener = drive.Opener

// Open returns the opener of a provider and its peer, which are selectors as in
// providers.ParseSelector. Without a peer the other end is the provider's own.
func Open(provider, peer string) (Opener, error) { return drive.Open(provider, peer) }

// ErrRefused is the error of a provider that does not open as configured.
var ErrRefused = drive.ErrRefused

// Run explores until a limit of the options is reached or ctx is done. An error means
// that the ends could not be opened, or that the harness failed; what the provider
// does wrong is a finding, also if ctx is done while it is being minimized.
func Run(ctx context.Context, open Opener, o Options) (Result, error) {
	return newExplorer(open, o).run(ctx)
}

// Replay carries out a program on freshly opened ends, as often as the options say. The steps and
// programs of the result are those of one time.
func Replay(ctx context.Context, open Opener, p program.Program, o Options) (Result, error) {
	return newExplorer(open, o).replay(ctx, p)
}
