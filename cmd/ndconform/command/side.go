package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/compare"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/runner/journal"
)

// reportMost is how large a JSON report may be, and runMost a journal, in bytes.
const (
	reportMost = 256 << 20
	runMost    = 1 << 30
)

// readSide reads one side of a comparison: a journal, a JSON report, or all the journals and
// reports in a folder. It also returns the files that it read. A file in a folder that holds no run
// is left out, and named; if path itself is such a file, that is an error. It copies what it reads
// to copied.
func readSide(path string, copied io.Writer) (side compare.Side, sources []string, err error) {
	side.Name = path
	sources, side.LeftOut, err = eachRun(path, copied, func(_ string, run *reports.Run) {
		side.Runs = append(side.Runs, run)
	})
	if err != nil {
		return compare.Side{}, nil, err
	}
	slices.SortStableFunc(side.Runs, func(a, b *reports.Run) int { return a.Started.Compare(b.Started) })
	side.Runs = slices.CompactFunc(side.Runs, sameRun)
	return side, sources, nil
}

// eachRun reads the run in a file, or those in a folder, one after the other. What it reads it writes to copied as
// well.
func eachRun(path string, copied io.Writer, take func(source string, run *reports.Run)) (
	sources, leftOut []string, err error,
) {
	return eachIn(path, "run", []string{".journal", ".json"}, func(source string) error {
		run, err := readRun(source, copied)
		if err == nil {
			take(source, run)
		}
		return err
	})
}

// eachIn reads a file, or those in a folder whose names end so, one after the other. It returns the files that it
// read, and says of each that it left out what is wrong with it.
func eachIn(path, what string, endings []string, read func(source string) error) (
	sources, leftOut []string, err error,
) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil, read(path)
	}
	sources, err = usage.FilesIn(path, endings...)
	if err != nil {
		return nil, nil, err
	}
	if len(sources) == 0 {
		return nil, nil, fmt.Errorf("%s holds no %s: no file whose name ends in %s", path, what,
			strings.Join(endings, " or "))
	}
	for _, source := range sources {
		if err := read(source); err != nil {
			leftOut = append(leftOut, whyLeftOut(source, err))
		}
	}
	if len(leftOut) == len(sources) {
		return nil, nil, fmt.Errorf("%s holds no %s that can be read: %s", path, what, strings.Join(leftOut, "; "))
	}
	return sources, leftOut, nil
}

// whyLeftOut says which file is left out, and why.
func whyLeftOut(source string, err error) string {
	if text := err.Error(); strings.HasPrefix(text, source) {
		return text
	}
	return source + ": " + err.Error()
}

// tellLeftOut names the files of a folder that hold no run.
func (a *app) tellLeftOut(leftOut []string) {
	for _, why := range leftOut {
		fmt.Fprintf(a.err, "%s: left out: %s\n", a.program, printable.Text(why))
	}
}

// sameRun reports whether two reports are of one run, as a journal and the JSON
// report beside it are.
func sameRun(a, b *reports.Run) bool {
	return a.Started.Equal(b.Started) && a.Seed == b.Seed && a.Provider == b.Provider && a.Shard == b.Shard
}

// readRun reads a run from a journal or a JSON report.
func readRun(path string, copied io.Writer) (*reports.Run, error) {
	file, err := journal.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(io.TeeReader(file, copied), runMost+1))
	if err != nil {
		return nil, err
	}
	if len(text) > runMost {
		return nil, fmt.Errorf("%s is larger than %d MiB, which no run is", path, runMost>>20)
	}
	record, err := journal.ReadText(text, path)
	if err == nil {
		return record.Run(), nil
	}
	if damage := (*journal.DamageError)(nil); !errors.As(err, &damage) || damage.Line > 1 {
		return nil, err
	}
	return readReport(text, path, err)
}

// readReport reads a JSON report. A file that is no JSON at all is taken for a
// journal, and noJournal says what is wrong with it.
func readReport(text []byte, path string, noJournal error) (*reports.Run, error) {
	if len(text) > reportMost {
		return nil, fmt.Errorf("%s is larger than %d MiB, which no report is", path, reportMost>>20)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // which some shells on Windows write
	if !json.Valid(text) {
		return nil, noJournal
	}
	run, err := reports.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s is neither a journal nor a JSON report: %w", path, err)
	}
	return run, nil
}
