package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports/speed"
	speeds "github.com/ndconform/ndconform/reports/speed/compare"
)

// areSpeeds reports whether two sides are reports of bench. Sides that are not of one kind can't be compared.
func areSpeeds(old, new string) (bool, error) {
	before, beforeOther := kindsIn(old)
	after, afterOther := kindsIn(new)
	for _, side := range []struct {
		path          string
		speeds, other bool
	}{{old, before, beforeOther}, {new, after, afterOther}} {
		if side.speeds && side.other {
			return false, exit.UsageError("%s holds both reports of bench and runs of the suite: compare takes one kind",
				side.path)
		}
	}
	if before && afterOther {
		return false, exit.UsageError("%s is of bench and %s of the suite: compare takes two of a kind", old, new)
	}
	if after && beforeOther {
		return false, exit.UsageError("%s is of bench and %s of the suite: compare takes two of a kind", new, old)
	}
	return before && after, nil
}

// kindsIn says whether a file is a report of bench or another one, or what those in a folder are. What can't be
// read is neither; whoever reads it says why.
func kindsIn(path string) (speeds, other bool) {
	paths := []string{path}
	if info, err := os.Stat(path); err != nil {
		return false, false
	} else if info.IsDir() {
		paths, _ = usage.FilesIn(path, ".journal", ".json")
	}
	for _, one := range paths {
		info, err := os.Stat(one)
		if err != nil || !info.Mode().IsRegular() || info.Size() > reportMost {
			other = other || one == path
			continue
		}
		text, err := os.ReadFile(one)
		switch {
		case err != nil:
		case speed.IsReport(bytes.TrimPrefix(text, []byte("\ufeff"))):
			speeds = true
		case filepath.Ext(one) != ".json" || json.Valid(text):
			other = true
		}
	}
	return speeds, other
}

func (a *app) compareSpeeds(old, new string, format, to string, gate speedGate) error {
	write, err := speedFormats.named(format)
	if err != nil {
		return err
	}
	before, err := readSpeeds(old)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	after, err := readSpeeds(new)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	leftOut := slices.Concat(before.leftOut, after.leftOut)
	a.tellLeftOut(leftOut)
	last := after.reports[len(after.reports)-1]
	c := before.compare(gate, last.Report, nil)
	c.New.Name, c.LeftOut = last.path, leftOut
	text, err := write(c)
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	if err := a.writeTo(to, text, slices.Concat(before.sources, after.sources)...); err != nil {
		return err
	}
	return speedOutcome(c)
}

// A speedFile is a report of bench and where it is from.
type speedFile struct {
	path string
	*speed.Report
}

// speedFiles are the reports of one side, the oldest first; of the files that were read some may be left out.
type speedFiles struct {
	reports          []speedFile
	sources, leftOut []string
}

// compare compares new figures with these. Some may have been measured again.
func (s *speedFiles) compare(gate speedGate, now, again *speed.Report) *speeds.Comparison {
	var olds []*speed.Report
	for _, one := range s.reports {
		olds = append(olds, one.Report)
	}
	c := gate.compare(olds, now, again)
	for i, one := range s.reports {
		c.Olds[i].Name = one.path
	}
	c.LeftOut = s.leftOut
	return c
}

// readSpeeds reads the report in a file, or those in a folder.
func readSpeeds(path string) (s speedFiles, err error) {
	s.sources, s.leftOut, err = eachIn(path, "report of bench", []string{".json"}, func(source string) error {
		r, err := readSpeed(source)
		if err != nil {
			return errors.New(whyLeftOut(source, err))
		}
		s.reports = append(s.reports, speedFile{source, r})
		return nil
	})
	slices.SortStableFunc(s.reports, func(a, b speedFile) int { return a.Started.Compare(b.Started) })
	return s, err
}
