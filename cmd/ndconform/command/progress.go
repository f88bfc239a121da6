package command

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/text"
)

// How often progress is shown: on a terminal, where one line is rewritten, and
// elsewhere, where each time is another line.
const (
	terminalPeriod = 100 * time.Millisecond
	plainPeriod    = 10 * time.Second
)

// clearLine moves to the beginning of a terminal's line and clears it.
const clearLine = "\r\x1b[2K"

// A progress shows how far a run has come, and each failure when it happens, if that is wanted.
type progress struct {
	out      io.Writer
	terminal bool
	total    int
	verdicts map[string]reports.Verdict
	// failures says that failures are shown when they happen.
	failures bool
	period   time.Duration
	shown    time.Time // when it was last shown
}

func newProgress(out io.Writer, total int) *progress {
	p := &progress{out: out, total: total, verdicts: map[string]reports.Verdict{}, period: plainPeriod, shown: time.Now()}
	if isTerminal(out) {
		p.terminal, p.period = true, terminalPeriod
	}
	return p
}

// isTerminal reports whether out is a terminal that knows how to clear a line.
func isTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

func (p *progress) judged(s reports.Spec) {
	p.verdicts[s.ID] = s.Verdict
	if p.failures && s.Verdict.Broken() {
		p.clear()
		fmt.Fprintln(p.out, text.Line(s))
	}
	now := time.Now()
	if now.Sub(p.shown) < p.period {
		return
	}
	p.shown = now
	if p.terminal {
		fmt.Fprint(p.out, clearLine+p.line())
	} else {
		fmt.Fprintln(p.out, p.line())
	}
}

func (p *progress) line() string {
	failed := 0
	for _, v := range p.verdicts {
		if v.Broken() {
			failed++
		}
	}
	return fmt.Sprintf("%d of %s, %d failed", len(p.verdicts), plural.Of(p.total, "spec"), failed)
}

// clear removes the line of progress to make room for other lines.
func (p *progress) clear() {
	if p.terminal {
		fmt.Fprint(p.out, clearLine)
	}
}
