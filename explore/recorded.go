package explore

import (
	"context"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/providers"
)

// recordings is how often a program is carried out, at most, until it shows its finding
// while its calls are recorded.
const recordings = 4

// recorded returns the calls of a program that shows something, or nil if it does
// not show it while they are recorded, or only after many times.
func (e *explorer) recorded(ctx context.Context, p program.Program) []recorded.Call {
	if p.Times > 1 || len(p.Before) > 0 {
		return nil
	}
	open := e.open
	defer func() { e.open = open }()
	for range recordings {
		r := recorded.NewRecorder()
		e.open = func() (*drive.Ends, error) { return recording(open, r) }
		out, err := e.carryOut(ctx, p, repeatTimeLimit)
		if err == nil && out.Violation != nil {
			return untilFound(r.Calls())
		}
	}
	return nil
}

// untilFound leaves out what is closed and released after the finding, and what ends
// because of that.
func untilFound(calls []recorded.Call) []recorded.Call {
	for n := len(calls); n > 0; n-- {
		if last := calls[n-1].Method; last != "Release" && last != "Close" && last != "Set" {
			return calls[:n]
		}
	}
	return nil
}

// recording opens ends whose calls are recorded.
func recording(open Opener, r *recorded.Recorder) (*drive.Ends, error) {
	ends, err := open()
	if err != nil {
		return nil, err
	}
	record(ends, r)
	return ends, nil
}

// record has the calls of both ends recorded, until it is undone.
func record(ends *drive.Ends, r *recorded.Recorder) (undo func()) {
	local, peer := &ends.End[0].Instance, &ends.End[1].Instance
	before := [2]providers.Instance{*local, *peer}
	*local = r.Around(before[0])
	if *peer = *local; before[0] != before[1] {
		*peer = r.Around(before[1])
	}
	return func() { *local, *peer = before[0], before[1] }
}
