package replay

import (
	"context"
	"slices"

	"github.com/ndconform/ndconform/calls/recorded"
)

// Shrink leaves out lines as long as what is left still shows the same: all that the last one does not need, then
// halves, and single lines last. When ctx is done it returns the shortest text so far.
func Shrink(ctx context.Context, lines []recorded.Line, shows func([]recorded.Line) bool) []recorded.Line {
	for _, also := range []bool{false, true} {
		if few := needed(lines, also); len(few) < len(lines) && shows(few) {
			lines = few
			break
		}
	}
	for size := len(lines) / 2; size > 0 && ctx.Err() == nil; {
		shorter := pass(ctx, lines, size, shows)
		if len(shorter) == len(lines) {
			size /= 2
		}
		lines, size = shorter, min(size, len(shorter)/2)
	}
	return lines
}

// needed are the last line and those that create the objects that it names, or that these need; also those that are
// called on one of them, if asked for.
func needed(lines []recorded.Line, also bool) []recorded.Line {
	if len(lines) == 0 {
		return nil
	}
	needs := map[string]bool{}
	keep := make([]bool, len(lines))
	for n, line := range slices.Backward(lines) {
		last := n == len(lines)-1
		if keep[n] = last || needs[line.Made] || also && needs[line.On]; keep[n] {
			for _, name := range line.Names() {
				needs[name] = name != ""
			}
		}
	}
	return without(lines, func(n int, _ recorded.Line) bool { return !keep[n] })
}

// pass tries once to leave out each block of a size, the last ones first: what comes of them is at the end.
func pass(ctx context.Context, lines []recorded.Line, size int, shows func([]recorded.Line) bool) []recorded.Line {
	for end := len(lines); end > 0 && ctx.Err() == nil; end -= size {
		end = min(end, len(lines))
		shorter := without(lines, func(n int, _ recorded.Line) bool { return n >= end-size && n < end })
		if len(shorter) > 0 && shows(shorter) {
			lines = shorter
		}
	}
	return lines
}

// without leaves out some lines, and what needs them: calls on objects that they create, and the ends of their
// requests.
func without(lines []recorded.Line, drop func(n int, line recorded.Line) bool) (left []recorded.Line) {
	gone := map[string]bool{}
	place := map[int]int{} // of lines that are left
	for n, line := range lines {
		_, made := place[line.Of]
		switch {
		case drop(n, line), line.Request != "" && !made,
			slices.ContainsFunc(line.Names(), func(name string) bool { return gone[name] }):
			gone[line.Made] = line.Made != ""
			continue
		case line.Request != "":
			line.Of = place[line.Of]
		}
		place[n] = len(left)
		left = append(left, line)
	}
	return left
}
