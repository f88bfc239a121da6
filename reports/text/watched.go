package text

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
)

// watched writes what the validation layer has found, by who breaks a rule, and what the program did.
func watched(b *bytes.Buffer, run *reports.Run) {
	for _, party := range reports.Parties {
		causes := causesOf(run, party)
		if len(causes) > 0 {
			fmt.Fprintf(b, "%s\n\n", about(party, causes))
		}
		for _, c := range causes {
			WriteCause(b, run, c)
		}
	}
	for _, line := range watchedTail(run, len(run.Watched.Waiting), AnyWidth) {
		fmt.Fprintln(b, line)
	}
}

// watchedScreen is [Screen] of a program that was watched: the first cause of each party in full, with the calls
// that led there.
func watchedScreen(run *reports.Run, rest string, width int) []byte {
	tail := watchedTail(run, waitsOnScreen, width)
	room := screenLines - len(tail) - 1
	var lines []string
	for i, party := range reports.Parties {
		causes := causesOf(run, party)
		if len(causes) == 0 {
			continue
		}
		lines = append(lines, about(party, causes), "")
		shares := len(reports.Parties) - i
		lines = append(lines, screenCauses(run, causes, (room-len(lines))/shares, width)...)
	}
	if len(lines) > 0 && rest != "" {
		last := len(tail) - 1
		tail = append(tail[:last:last], "the rest: "+rest, tail[last])
	}
	return printable.Inert([]byte(strings.Join(append(lines, tail...), "\n") + "\n"))
}

// causesOf lists the causes of one party's.
func causesOf(run *reports.Run, party string) []reports.Cause {
	return slices.DeleteFunc(reports.CausesOf(run), func(c reports.Cause) bool { return c.Shown.Party != party })
}

// about heads the causes of a party.
func about(party string, causes []reports.Cause) string {
	n := len(causes)
	return reports.FindingsAbout(party, n) + plural.Word(n, "", ", in the order in which they came") + ":"
}

// watchedTail is what follows the findings, with some of what waits.
func watchedTail(run *reports.Run, most, width int) []string {
	var b bytes.Buffer
	if t := run.Watched.Traffic; t != nil {
		trafficLines(&b, t)
	}
	inputs(&b, run)
	waitingLines(&b, run.Watched, most, width)
	fmt.Fprintf(&b, "%s\n%s\n", printable.Short(run.Watched.Words(), printable.Headline), Indented(Conclusion(run)))
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}
