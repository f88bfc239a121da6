package replay

import (
	"slices"

	"github.com/ndconform/ndconform/calls/recorded"
)

// Used leaves out what a program does to look around: adapters on which it creates nothing, and lists of addresses. The
// first adapter that is left is the local one, and another one its peer.
func Used(lines []recorded.Line) []recorded.Line {
	used := map[string]bool{}
	for _, line := range lines {
		if line.Made != "" {
			used[line.On] = true
		}
	}
	lines = without(lines, func(_ int, line recorded.Line) bool {
		switch recorded.KindOf(line.On) {
		case "provider":
			return line.Method != "OpenAdapter" || !used[line.Made]
		case "adapter":
			return !used[line.On] || line.Method == "QueryAddressList"
		}
		return false
	})
	var adapters []int
	for i := range lines {
		if line := &lines[i]; line.Method == "OpenAdapter" {
			n := slices.Index(adapters, line.Adapter)
			if n < 0 {
				n = len(adapters)
				adapters = append(adapters, line.Adapter)
			}
			line.Adapter = n
		}
	}
	if len(adapters) == 1 {
		share(lines)
	}
	return lines
}

// share has the other processes of a program that all have the same adapter be the peer of the first one.
func share(lines []recorded.Line) {
	first := -1
	for i := range lines {
		line := &lines[i]
		if line.Method != "OpenAdapter" {
			continue
		}
		process := recorded.Process(line.Made)
		if first < 0 {
			first = process
		}
		line.Adapter = min(1, process-first)
	}
}
