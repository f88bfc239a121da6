package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// most is how large the journal of a run may be, in bytes: it is held in memory.
const most = 1 << 30

// Read reads the journal at path. For a journal that is malformed, or that no run
// could have left, the error is a *[journal.DamageError].
func Read(path string) (*certificate.Evidence, error) {
	file, err := journal.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, fmt.Errorf("%s is not a journal of a run: it has more than %d MiB", path, most>>20)
	}
	record, err := journal.ReadText(text, path)
	if err != nil {
		return nil, err
	}
	if line := bytes.Count(text, []byte{'\n'}) + 1; text[len(text)-1] != '\n' {
		return nil, &journal.DamageError{Path: path, Line: line, Err: errors.New("the line is cut off")}
	}
	return &certificate.Evidence{Journal: text, Run: record.Run(), Plan: blank(record.Plan)}, nil
}

// Suite returns the suite that is linked into the binary, under the names that
// build has for it. specs are those of [runner.Suite].
func Suite(specs []runner.Spec, build reports.Environment) *certificate.Suite {
	return &certificate.Suite{Environment: build, Specs: blank(specs), Catalogue: requirement.All()}
}

func blank(specs []journal.Spec) []reports.Spec {
	list := make([]reports.Spec, len(specs))
	for i, s := range specs {
		list[i] = journal.Blank(s)
	}
	return list
}
